import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { settingsTexts } from './settings-texts.ts'

/** Where the person is logged in. */
export async function loadSessions(args: PageRequest) {
  const { api } = await openPane(args, 'sessions')
  return await forPage(args.context, api.GET('/api/account/sessions').then(unwrap))
}
export type SessionsData = Awaited<ReturnType<typeof loadSessions>>

/** Logs out one device, or every other. */
export async function submitSessions(args: PageRequest) {
  const { api } = await openPane(args, 'sessions')
  const { intent, text } = await readForm(args.request)
  const { sessions } = settingsTexts
  if (intent === 'others') {
    const work = async () => expectDone(await api.DELETE('/api/account/sessions'))
    return await attempt({ intent, work, done: sessions.endedOthers })
  }
  const path = { sessionId: text('id') }
  const work = async () =>
    expectDone(await api.DELETE('/api/account/sessions/{sessionId}', { params: { path } }))
  return await attempt({ intent, work, done: sessions.ended })
}
