import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { data } from 'react-router'
import type { PasskeyOptions } from '../account/use-passkey.ts'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, type ReadForm, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { loadReauthentication, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

/** The person's passkeys, and whether one can be made here. */
export async function loadPasskeys(args: PageRequest) {
  const opened = await openPane(args, 'passkeys')
  const [shown, second] = await Promise.all([
    forPage(args.context, opened.api.GET('/api/account/passkeys').then(unwrap)),
    loadReauthentication(args, opened),
  ])
  return { ...shown, ...second }
}
export type PasskeysData = Awaited<ReturnType<typeof loadPasskeys>>

/** `options`: what the browser makes the new passkey with. */
export type PasskeysAnswer = Answer & { options?: PasskeyOptions | undefined }

const intents = ['start', 'add', 'rename', 'remove', 'remove_password'] as const
type Intent = (typeof intents)[number]

async function doIt(api: ApiClient, intent: Intent, form: ReadForm): Promise<PasskeyOptions | undefined> {
  const params = { path: { passkeyId: form.text('id') } }
  switch (intent) {
    case 'start':
      return unwrap(await api.POST('/api/account/passkeys/options')).options
    case 'add': {
      const body = { name: form.text('name'), credential: JSON.parse(form.text('credential')) }
      unwrap(await api.POST('/api/account/passkeys', { body }))
      return undefined
    }
    case 'rename': {
      const body = { name: form.text('name') }
      unwrap(await api.PATCH('/api/account/passkeys/{passkeyId}', { params, body }))
      return undefined
    }
    case 'remove':
      expectDone(await api.DELETE('/api/account/passkeys/{passkeyId}', { params }))
      return undefined
    case 'remove_password':
      expectDone(await api.DELETE('/api/account/password'))
      return undefined
  }
}

/** Begins a passkey, stores it, names and removes one, and removes the password. */
export async function submitPasskeys(args: PageRequest) {
  const opened = await openPane(args, 'passkeys')
  const form = await readForm(args.request)
  if (form.intent === reauthenticateIntent) return await reauthenticate(opened, form)
  const intent = intents.find((each) => each === form.intent) ?? 'start'
  const words = settingsTexts.passkeys
  const done = {
    start: words.started,
    add: words.added,
    rename: words.renamed,
    remove: words.removed,
    remove_password: words.passwordRemoved,
  }
  let options: PasskeyOptions | undefined
  const work = async () => {
    options = await doIt(opened.api, intent, form)
  }
  const answer = await attempt({ intent, work, done: done[intent] })
  return data<PasskeysAnswer>({ ...answer.data, options }, answer.init ?? {})
}
