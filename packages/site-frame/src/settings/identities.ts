import { unwrap } from '@freeor/api-client/client'
import { data } from 'react-router'
import { sentTo } from '../account/provider-login.ts'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, readForm, success } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { loadReauthentication, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

/** The accounts elsewhere that the person logs in with. `linked`: the provider they have just come back from. */
export async function loadIdentities(args: PageRequest) {
  const opened = await openPane(args, 'identities')
  const [shown, again] = await Promise.all([
    forPage(args.context, opened.api.GET('/api/account/identities').then(unwrap)),
    loadReauthentication(args, opened),
  ])
  const linked = new URL(args.request.url).searchParams.get('linked')
  return { ...shown, ...again, linked }
}
export type IdentitiesData = Awaited<ReturnType<typeof loadIdentities>>

/** `goTo`: where the browser goes to be linked. */
export type IdentitiesAnswer = Answer & { goTo?: string | undefined }

/** Begins to link an account elsewhere, or ends a link. */
export async function submitIdentities(args: PageRequest) {
  const opened = await openPane(args, 'identities')
  const { api } = opened
  const form = await readForm(args.request)
  const { intent } = form
  if (intent === reauthenticateIntent) return await reauthenticate(opened, form)
  if (intent === 'unlink') {
    const path = { identityId: form.text('id') }
    const work = async () =>
      expectDone(await api.DELETE('/api/account/identities/{identityId}', { params: { path } }))
    return await attempt({ intent, work, done: settingsTexts.identities.unlinked })
  }
  const providerId = form.text('provider')
  let sent: ReturnType<typeof sentTo> | undefined
  const work = async () => {
    const body = { providerId, next: `/settings/identities?linked=${encodeURIComponent(providerId)}` }
    sent = sentTo(await api.POST('/api/account/identities', { body }))
  }
  const answer = await attempt({ intent: 'link', work, done: '' })
  if (!sent) return answer
  const { url, headers } = sent
  return data<IdentitiesAnswer>({ ...success('link', '').data, goTo: url }, { headers })
}
