import { unwrap } from '@freeor/api-client/client'
import { data } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, type ReadForm, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { type OpenedPane, openPane } from './open-pane.ts'
import { loadReauthentication, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

/** The person's keys, and what one may be made for. */
export async function loadApiKeys(args: PageRequest) {
  const opened = await openPane(args, 'api_keys')
  const [keys, secondFactor] = await Promise.all([
    forPage(args.context, opened.api.GET('/api/account/api_keys').then(unwrap)),
    loadReauthentication(args, opened),
  ])
  return { ...keys, ...secondFactor }
}
export type ApiKeysData = Awaited<ReturnType<typeof loadApiKeys>>
export type ApiKeyScope = ApiKeysData['scopes'][number]

/** `key`: of the one just made, shown this once. */
export type ApiKeysAnswer = Answer & { key?: string }

async function create({ api }: OpenedPane, form: ReadForm) {
  const days = Number(form.text('days'))
  const body = {
    name: form.text('name'),
    // A value that is not a scope is refused there.
    scopes: form.all('scopes') as ApiKeyScope[],
    ...(days > 0 ? { expiresInDays: days } : {}),
  }
  let key = ''
  const work = async () => {
    key = unwrap(await api.POST('/api/account/api_keys', { body })).key
  }
  const made = await attempt({ intent: 'create', work, done: settingsTexts.apiKeys.made })
  return data<ApiKeysAnswer>(made.data.ok ? { ...made.data, key } : made.data, made.init ?? {})
}

/** Makes a key, or ends one. */
export async function submitApiKeys(args: PageRequest) {
  const opened = await openPane(args, 'api_keys')
  const form = await readForm(args.request)
  const { intent } = form
  if (intent === reauthenticateIntent) return await reauthenticate(opened, form)
  if (intent === 'create') return await create(opened, form)
  const path = { apiKeyId: form.text('id') }
  const work = async () =>
    expectDone(await opened.api.DELETE('/api/account/api_keys/{apiKeyId}', { params: { path } }))
  return await attempt({ intent, work, done: settingsTexts.apiKeys.ended })
}
