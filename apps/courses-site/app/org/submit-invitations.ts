import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { decodeText } from '@freeor/kernel/decode-text'
import { readAddresses } from '@freeor/kernel/find-addresses'
import { type Answer, attempt, expectDone, refusal } from '@freeor/site-frame/frame/answer'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { formatDate } from '@freeor/ui/format'
import { organizationTexts } from '../texts/organization.ts'

import { hasPassed } from './has-passed.ts'
import { openOrgPage } from './open-org.ts'

const words = organizationTexts.invite

type Fields = { text: (name: string) => string; file: string }

async function inviteByMail(api: ApiClient, { text, file }: Fields) {
  const intent = 'mail'
  const { addresses, unread } = readAddresses(`${text('emails')}\n${file}`)
  const wrong = unread.length === 0 ? '' : ` ${words.unread(unread)}`
  if (addresses.length === 0) return refusal(intent, `${words.none}${wrong}`)
  let mailed = 0
  let refused: string[] = []
  const work = async () => {
    const body = { organization: text('organization'), emails: [...addresses] }
    ;({ mailed, refused } = unwrap(await api.POST('/api/org/invitations', { body })))
  }
  const sent = await attempt({ intent, work, done: '' })
  if (!sent.data.ok) return sent
  if (refused.length === 0)
    return { ...sent, data: { intent, ok: true, text: `${words.sent(mailed)}${wrong}` } satisfies Answer }
  const full = `${words.refused(refused)}${wrong}`
  // Where nobody was invited, what was typed stays.
  const said = mailed === 0 ? { ok: false, text: full } : { ok: true, text: `${words.sent(mailed)} ${full}` }
  return { ...sent, data: { intent, ...said } satisfies Answer }
}

async function makeLink(api: ApiClient, { text }: Fields) {
  const intent = 'link'
  let url = ''
  const work = async () => {
    const body = { organization: text('organization'), emails: [] }
    url = unwrap(await api.POST('/api/org/invitations', { body })).url ?? ''
  }
  const made = await attempt({ intent, work, done: '' })
  if (!made.data.ok) return made
  return { ...made, data: { intent, ok: true, text: `${words.link} ${url}` } satisfies Answer }
}

async function saveDueDate(api: ApiClient, { text }: Fields) {
  const dueOn = text('dueOn')
  const body = { organization: text('organization'), course: text('course') || undefined, dueOn }
  const work = async () => expectDone(await api.PUT('/api/org/due-dates', { body }))
  const done = hasPassed(dueOn, new Date()) ? words.savedPassedDue(formatDate(dueOn)) : words.savedDue
  return await attempt({ intent: 'due', work, done })
}

async function revoke(api: ApiClient, { text }: Fields) {
  const params = { path: { invitationId: text('invitationId') } }
  const work = async () => expectDone(await api.DELETE('/api/org/invitations/{invitationId}', { params }))
  return await attempt({ intent: 'revoke', work, done: words.revoked })
}

/** Invites, ends an invitation or sets the due date. */
export async function submitInvitations(args: PageRequest) {
  const { api } = await openOrgPage(args)
  const form = await args.request.formData()
  const given = form.get('file')
  const fields: Fields = {
    text: (name) => String(form.get(name) ?? '').trim(),
    // Excel writes its text files in UTF-16.
    file: given instanceof File ? decodeText(new Uint8Array(await given.arrayBuffer())) : '',
  }
  switch (fields.text('intent')) {
    case 'mail':
      return await inviteByMail(api, fields)
    case 'link':
      return await makeLink(api, fields)
    case 'due':
      return await saveDueDate(api, fields)
    default:
      return await revoke(api, fields)
  }
}
