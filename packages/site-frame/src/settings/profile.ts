import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { removePhotoIntent, submitPhoto, uploadPhotoIntent } from './profile-photo.ts'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

/** The profile with the organizations to choose from. */
export async function loadProfile(args: PageRequest) {
  const { api } = await openPane(args, 'profile')
  return await forPage(args.context, api.GET('/api/account/profile').then(unwrap))
}
export type ProfileData = Awaited<ReturnType<typeof loadProfile>>

/** The last choice: a name of one's own. */
export const otherOrganization = 'Other'

export type ProfileFields = { name: string; phone: string; email: string; org: string; otherOrg: string }

/** What is missing in the fields, by name. */
export function missingIn(
  texts: SettingsTexts,
  { name, phone, email, org, otherOrg }: ProfileFields,
  asksOrganization: boolean,
): Partial<Record<keyof ProfileFields, string>> {
  const words = texts.profile
  return {
    ...(name === '' ? { name: words.noName } : {}),
    ...(phone === '' ? { phone: words.noPhone } : {}),
    ...(email === '' ? { email: words.noEmail } : {}),
    ...(org === '' && asksOrganization ? { org: words.noOrganization } : {}),
    ...(org === otherOrganization && otherOrg === '' ? { otherOrg: words.noOtherOrganization } : {}),
  }
}

/**
 * Saves name, telephone number and organization; the address is read-only, and the API compares it with the account's.
 */
export async function submitProfile(args: PageRequest) {
  const { api, site } = await openPane(args, 'profile')
  const sent = args.request.clone()
  const { text, intent: given } = await readForm(args.request)
  if (given === uploadPhotoIntent || given === removePhotoIntent)
    return await submitPhoto(api, await sent.formData(), settingsTexts)
  const [name, phone, email] = [text('name'), text('phone'), text('email')]
  const fields = { name, phone, email, org: text('org'), otherOrg: text('otherOrg') }
  const intent = 'profile'
  const missing = Object.values(missingIn(settingsTexts, fields, site.asksOrganization))
  if (missing.length > 0) return refusal(intent, missing.join(' '))
  const orgIsTyped = fields.org === otherOrganization
  const body = { name, phone, email, org: orgIsTyped ? fields.otherOrg : fields.org, orgIsTyped }
  let created = false
  const work = async () => {
    created = unwrap(await api.PATCH('/api/account/profile', { body })).created
  }
  const saved = await attempt({ intent, work, done: '' })
  if (!saved.data.ok) return saved
  const answer: Answer = { intent, ok: true, text: settingsTexts.profile.saved(created) }
  return { ...saved, data: answer }
}
