import { newId } from '@freeor/kernel/ids'
import { webhookDeliveries, webhookEndpoints } from '@freeor/leads/webhooks/tables'
import { eq } from 'drizzle-orm'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A name that exists nowhere: what is sent to it reaches nobody. */
export const nowhere = 'https://hooks.nowhere-freeor-tests.com/freeor'

/** A webhook of the person's company with a delivery that was given up. */
export async function addWebhookOf({ deps: { db, clock } }: TestSystem, { userId, companyId }: Person) {
  const now = clock.now()
  const [webhookId, webhookDeliveryId] = [newId('whk'), newId('msg')]
  await db.insert(webhookEndpoints).values({
    ...{ id: webhookId, companyId, userId, url: nowhere, events: ['download.ready'] },
    ...{ state: 'active' as const, createdAt: now, updatedAt: now },
  })
  await db.insert(webhookDeliveries).values({
    ...{ id: webhookDeliveryId, endpointId: webhookId, event: 'webhook.test', body: '{}' },
    ...{ state: 'failed' as const, nextAttemptAt: now, createdAt: now, endedAt: now },
  })
  return { webhookId, webhookDeliveryId }
}

/** Deletes the company's webhooks, so that there is room for more. */
export async function clearWebhooks({ deps: { db } }: TestSystem, { companyId }: Person): Promise<void> {
  await db.delete(webhookEndpoints).where(eq(webhookEndpoints.companyId, companyId))
}
