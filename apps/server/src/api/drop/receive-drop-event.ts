import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '@freeor/kernel/errors'
import { takeEvent } from '@freeor/leads/drop/commands'
import { dropLimits } from '@freeor/leads/drop/limits'
import { readBytes } from '../../http/read-bytes.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { goOnWithDrop } from '../../sites/leads/run-drop.ts'

const mostBytes = 20_000

/** Whether the state signed it: HMAC-SHA256 of `<timestamp>.<raw body>`, compared in the same time for each guess. */
function isSigned(secret: string, request: Request, body: Uint8Array): boolean {
  const timestamp = request.headers.get('x-webhook-timestamp') ?? ''
  const given = /^sha256=([0-9a-f]{64})$/i.exec(request.headers.get('x-webhook-signature') ?? '')?.[1]
  const own = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), own)
}

export const receiveDropEventOperation = leadsOperation({
  id: 'receiveDropEvent',
  method: 'post',
  path: '/api/drop-webhook',
  area: 'operations',
  summary: 'A notice of California’s DROP, signed with the configured secret; each counts once',
  access: 'public',
  maxBodyBytes: mostBytes,
  status: 204,
  async handle({ deps, request }) {
    const { drop, clock, log } = deps
    if (drop.webhookSecret === undefined) throw new AppError('not_found', 'No notice is taken in here.')
    const body = await readBytes(request, mostBytes)
    const at = Date.parse(request.headers.get('x-webhook-timestamp') ?? '')
    const isRecent = Math.abs(clock.now().getTime() - at) <= dropLimits.webhookSkewMs
    if (!isRecent || !isSigned(drop.webhookSecret, request, body)) {
      log.warn('A notice of DROP was not signed, or is old')
      throw new AppError('forbidden', 'The signature is missing, wrong or old.')
    }
    const id = request.headers.get('x-webhook-event-id')?.slice(0, 100) ?? ''
    const type = request.headers.get('x-webhook-event-type')?.slice(0, 100) ?? ''
    if (id === '' || type === '') throw new AppError('bad_request', 'The notice has no id or no type.')
    if (await takeEvent(drop, { id, type })) await goOnWithDrop(deps)
    return new Response(null, { status: 204 })
  },
})
