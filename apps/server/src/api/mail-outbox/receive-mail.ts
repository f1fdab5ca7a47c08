import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@freeor/kernel/errors'
import { takeReturnedMail } from '@freeor/messaging/returned/commands'
import { returnedMailBytes } from '@freeor/messaging/returned/limits'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { readBytes } from '../../http/read-bytes.ts'

const secretHeader = 'x-inbound-mail-secret'

const digestOf = (text: string) => createHash('sha256').update(text).digest()

export const receiveMailOperation = operation({
  id: 'receiveMail',
  method: 'post',
  path: '/api/inbound-mail',
  area: 'operations',
  summary: `A mail that came back, as its bytes, with the configured secret in \`${secretHeader}\`; for a mail server`,
  access: 'public',
  query: z.strictObject({
    /** The recipient of the envelope, where the mail server knows it. */
    to: z.string().max(320).optional(),
  }),
  consumes: 'message/rfc822',
  maxBodyBytes: returnedMailBytes.most,
  answer: z.object({
    kind: z.enum(['hard', 'soft', 'complaint', 'auto-reply', 'other']),
    /** It came to the address of a mail of ours; else nothing follows from it. */
    isProven: z.boolean(),
    /** False for a mail that was taken in before. */
    isNew: z.boolean(),
  }),
  async handle({ deps: { db, clock, inboundMail, log }, query, request }) {
    const { secret, returnPath } = inboundMail
    if (secret === undefined || returnPath === undefined)
      throw new AppError('not_found', 'No mail is taken in here.')
    const given = request.headers.get(secretHeader) ?? ''
    // Before a byte of the body is read, and in the same time for each secret.
    if (!timingSafeEqual(digestOf(given), digestOf(secret))) {
      log.warn('Mail was handed in with a wrong secret')
      throw new AppError('forbidden', 'The secret is missing or wrong.')
    }
    const raw = await readBytes(request, returnedMailBytes.most)
    return await takeReturnedMail(db, { raw, source: 'hook', cameTo: query.to, returnPath, now: clock.now() })
  },
})
