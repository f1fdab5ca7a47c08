import { z } from 'zod'

/** What a company can be told of. */
export const webhookEvents = [
  'download.ready',
  'download.failed',
  'dataset.imported',
  'alert.found',
  'plan.changed',
  'allowance.low',
] as const
export const webhookEvent = z.enum(webhookEvents)
export type WebhookEventName = z.output<typeof webhookEvent>

/** Sent by hand, whatever events were chosen. */
export const testEvent = 'webhook.test'

const chosenEvents = z
  .array(webhookEvent)
  .min(1, 'Please choose what you want to be told of.')
  .max(webhookEvents.length)
  .transform((events) => [...new Set(events)])
const endpointUrl = z.string().trim().max(500, 'That address is too long.')

export const newWebhookInput = z.strictObject({ url: endpointUrl, events: chosenEvents })
export type NewWebhookInput = z.output<typeof newWebhookInput>

export const webhookChanges = z.strictObject({
  url: endpointUrl.optional(),
  events: chosenEvents.optional(),
  /** Turns it on again, or off. */
  active: z.boolean().optional(),
})
export type WebhookChanges = z.output<typeof webhookChanges>

export const webhookAnswer = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  /** Why it is off. */
  offReason: z.enum(['by_hand', 'failing', 'gone']).nullable(),
  /** Since when every delivery has failed. */
  failingSince: z.iso.datetime().nullable(),
  /** Until then the former secret signs too. */
  formerSecretUntil: z.iso.datetime().nullable(),
  /** Deliveries that are still to be made. */
  waiting: z.int(),
  createdAt: z.iso.datetime(),
})
export type WebhookEndpoint = z.output<typeof webhookAnswer>

export const webhookListAnswer = z.strictObject({
  endpoints: z.array(webhookAnswer),
  events: z.array(webhookEvent),
})

/** `secret` is shown only here. */
export const webhookSecretAnswer = z.strictObject({ endpoint: webhookAnswer, secret: z.string() })

export const webhookParams = z.strictObject({ endpointId: z.string().min(1).max(60) })
export const webhookDeliveryParams = webhookParams.extend({ deliveryId: z.string().min(1).max(60) })

export const webhookDelivery = z.strictObject({
  /** The `webhook-id` that it is sent with. */
  id: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
  createdAt: z.iso.datetime(),
  /** When it is tried again. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** What is sent. */
  body: z.string(),
  /** The latest ten attempts, latest first. */
  attempts: z.array(
    z.strictObject({
      number: z.int(),
      at: z.iso.datetime(),
      milliseconds: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>
export const webhookDeliveriesAnswer = z.strictObject({ deliveries: z.array(webhookDelivery) })
