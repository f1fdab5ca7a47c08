import { receiveWebhook } from '@freeor/billing/subscriptions/webhooks'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const MAX_BYTES = 256 * 1024

/** The very bytes: a signature is over them. @throws AppError payload_too_large */
async function readRaw(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new AppError('payload_too_large', 'A webhook may hold at most 256 KB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export const receiveWebhookOperation = operation({
  id: 'receiveWebhook',
  method: 'post',
  path: '/api/webhooks/{billingProvider}',
  area: 'billing',
  summary:
    'What the billing provider tells us: checked, stored and answered; the provider is asked again later',
  access: 'public',
  params: z.strictObject({ billingProvider: z.string().max(60) }),
  answer: z.object({ received: z.literal(true) }),
  async handle({ deps, params, request }) {
    if (params.billingProvider !== deps.billing.provider.name)
      throw new AppError('not_found', 'There is nothing here under that name.')
    const received = await receiveWebhook(deps.billing, await readRaw(request), request.headers)
    // Only the log says which of the checks failed.
    if (received.status === 'refused') {
      deps.log.warn({ reason: received.reason }, 'A webhook was refused')
      throw new AppError('forbidden', 'This was not signed by the billing provider.')
    }
    return { received: true as const }
  },
})
