import { webhookEndpoints } from '@freeor/leads/webhooks/tables'
import type { Ids, Row } from './security-row.ts'
import { addWebhookOf, clearWebhooks, nowhere } from './webhook-things.ts'

const named = ({ webhookId }: Pick<Ids, 'webhookId'>) => ({ params: { endpointId: webhookId } })
const delivery = ({ webhookId, webhookDeliveryId }: Pick<Ids, 'webhookId' | 'webhookDeliveryId'>) => ({
  params: { endpointId: webhookId, deliveryId: webhookDeliveryId },
})

/** The rows of webhooks. */
export const webhookRows: Readonly<Record<string, Row>> = {
  listWebhooks: { sample: () => ({}) },
  addWebhook: {
    writes: webhookEndpoints,
    sample: async (fixture, as) => {
      await clearWebhooks(fixture, as)
      return { body: { url: nowhere, events: ['download.ready'] } }
    },
  },
  changeWebhook: {
    writes: webhookEndpoints,
    sample: async (fixture, as) => ({ ...named(await addWebhookOf(fixture, as)), body: { active: false } }),
    foreign: (ids) => ({ ...named(ids), body: { active: false } }),
  },
  turnWebhookSecret: {
    sample: async (fixture, as) => named(await addWebhookOf(fixture, as)),
    foreign: named,
  },
  deleteWebhook: {
    sample: async (fixture, as) => named(await addWebhookOf(fixture, as)),
    foreign: named,
  },
  testWebhook: {
    sample: async (fixture, as) => named(await addWebhookOf(fixture, as)),
    foreign: named,
  },
  listWebhookDeliveries: {
    sample: async (fixture, as) => named(await addWebhookOf(fixture, as)),
    foreign: named,
  },
  replayWebhookDelivery: {
    sample: async (fixture, as) => delivery(await addWebhookOf(fixture, as)),
    foreign: delivery,
  },
}
