import { serialInput } from '@freeor/courses/certificates/schema'
import { z } from 'zod'

export const certificateParams = z.strictObject({ serial: serialInput })

/** A file of a certificate, for anybody. A revocation has to show, so it is asked for again each time. */
export const fileAnswer = (
  content: string | Uint8Array,
  { type, name }: { readonly type: string; readonly name: string },
): Response =>
  new Response(typeof content === 'string' ? content : Buffer.from(content), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
  })
