import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { Pane } from '@freeor/site-frame/frame/pane'
import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button } from '@mantine/core'
import { Form } from 'react-router'
import type { Webhook, WebhookDelivery } from '../api/webhooks.ts'
import { texts } from '../texts.ts'

const words = texts.webhooks

function ReplayForm({ endpointId, delivery }: { endpointId: string; delivery: WebhookDelivery }) {
  const { id, event, createdAt } = delivery
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="replay" />
      <input type="hidden" name="endpointId" value={endpointId} />
      <input type="hidden" name="deliveryId" value={id} />
      <Button
        type="submit"
        size="xs"
        variant="default"
        aria-label={words.replayOf(event, formatTime(createdAt))}
      >
        {words.replay}
      </Button>
    </Form>
  )
}

/** What was sent to a webhook, and what came of each attempt. */
export function WebhookLog({ webhook, deliveries }: { webhook: Webhook; deliveries: WebhookDelivery[] }) {
  return (
    <Pane title={words.deliveries(webhook.url)} wide>
      <Table
        label={words.deliveries(webhook.url)}
        columns={Object.values(words.deliveryColumns)}
        empty={words.noDeliveries}
        rows={deliveries.map((delivery) => ({
          key: delivery.id,
          cells: [
            formatTime(delivery.createdAt),
            delivery.event,
            [
              words.states[delivery.state],
              ...(delivery.nextAttemptAt ? [words.next(formatTime(delivery.nextAttemptAt))] : []),
            ].join(', '),
            delivery.attempts
              .map(({ at, status, error }) => words.attempt(formatTime(at), String(error ?? status)))
              .join('; '),
            webhook.active && ['delivered', 'failed'].includes(delivery.state) ? (
              <ReplayForm key="replay" endpointId={webhook.id} delivery={delivery} />
            ) : null,
          ],
        }))}
      />
    </Pane>
  )
}

type Action = {
  webhook: Webhook
  intent: 'test' | 'turn' | 'on' | 'off' | 'delete'
  label: string
  accessibleLabel: string
  text?: string
}

/** One thing to do with a webhook; what cannot be taken back asks first. */
export function WebhookAction({ webhook, intent, label, accessibleLabel, text }: Action) {
  const fields = { intent, endpointId: webhook.id }
  if (text !== undefined)
    return (
      <ConfirmButton
        {...{ label, accessibleLabel, text, fields }}
        title={accessibleLabel}
        confirm={label}
        cancel={words.cancel}
      />
    )
  return (
    <Form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="xs" variant="default" aria-label={accessibleLabel}>
        {label}
      </Button>
    </Form>
  )
}
