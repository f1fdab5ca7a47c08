import { AppError } from '@freeor/kernel/errors'
import { emailLengths } from '@freeor/leads/emails/limits'
import { cleanMailHtml } from '@freeor/messaging/clean-html'
import { readBytes } from '../../http/read-bytes.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/** A form's encoding makes up to three bytes of one. */
const MAX_BODY_BYTES = emailLengths.html * 3

/** Nothing runs, nothing is sent, and only our own pages may frame it; pictures and styles may come from elsewhere. */
const policy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; frame-ancestors 'self'"

export const showEmailPageOperation = leadsOperation({
  id: 'showEmailPage',
  method: 'post',
  path: '/api/email/preview/page',
  area: 'email',
  summary:
    'The markup of a mail, cleaned, as a page with its pictures from elsewhere: for a frame of the preview, once somebody asks for them',
  access: 'super_admin',
  consumes: 'application/x-www-form-urlencoded',
  maxBodyBytes: MAX_BODY_BYTES,
  produces: 'text/html',
  async handle({ request }) {
    const bytes = await readBytes(request, MAX_BODY_BYTES)
    const html = new URLSearchParams(new TextDecoder().decode(bytes)).get('html') ?? ''
    if (html === '') throw new AppError('invalid_request', 'Please include an html version of your email.')
    return new Response(await cleanMailHtml(html), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      },
    })
  },
})
