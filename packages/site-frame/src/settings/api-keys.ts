import { unwrap } from '@freeor/api-client/client'
import { data } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, type ReadForm, readForm, refusal } from '../frame/answer.ts'
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

/** null for no limit, undefined for what is no number. The API says what it thinks of a number. */
function readBudget(form: ReadForm): number | null | undefined {
  const typed = form.text('dailyBudget').replaceAll(',', '')
  if (typed === '') return null
  return /^\d{1,12}$/.test(typed) ? Number(typed) : undefined
}

async function changeBudget({ api }: OpenedPane, form: ReadForm) {
  const intent = 'budget'
  const dailyBudget = readBudget(form)
  if (dailyBudget === undefined) return refusal(intent, settingsTexts.apiKeys.budgetWrong)
  const params = { path: { apiKeyId: form.text('id') } }
  const work = async () =>
    unwrap(await api.PATCH('/api/account/api_keys/{apiKeyId}', { params, body: { dailyBudget } }))
  return await attempt({ intent, work, done: settingsTexts.apiKeys.budgetSaved })
}

async function create({ api }: OpenedPane, form: ReadForm) {
  const days = Number(form.text('days'))
  const budget = readBudget(form)
  if (budget === undefined) return refusal('create', settingsTexts.apiKeys.budgetWrong)
  const body = {
    name: form.text('name'),
    // A value that is not a scope is refused there.
    scopes: form.all('scopes') as ApiKeyScope[],
    ...(days > 0 ? { expiresInDays: days } : {}),
    ...(budget === null ? {} : { dailyBudget: budget }),
  }
  let key = ''
  const work = async () => {
    key = unwrap(await api.POST('/api/account/api_keys', { body })).key
  }
  const made = await attempt({ intent: 'create', work, done: settingsTexts.apiKeys.made })
  return data<ApiKeysAnswer>(made.data.ok ? { ...made.data, key } : made.data, made.init ?? {})
}

/** Makes a key, changes its budget, or ends it. */
export async function submitApiKeys(args: PageRequest) {
  const opened = await openPane(args, 'api_keys')
  const form = await readForm(args.request)
  const { intent } = form
  if (intent === reauthenticateIntent) return await reauthenticate(opened, form)
  if (intent === 'create') return await create(opened, form)
  if (intent === 'budget') return await changeBudget(opened, form)
  const path = { apiKeyId: form.text('id') }
  const work = async () =>
    expectDone(await opened.api.DELETE('/api/account/api_keys/{apiKeyId}', { params: { path } }))
  return await attempt({ intent, work, done: settingsTexts.apiKeys.ended })
}
