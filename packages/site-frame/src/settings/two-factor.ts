import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { data } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, type ReadForm, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { loadLinkedProviders, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

/** Whether it is on, and how many backup codes are left. */
export async function loadTwoFactor(args: PageRequest) {
  const opened = await openPane(args, 'two_factor')
  const [status, linkedProviders] = await Promise.all([
    forPage(args.context, opened.api.GET('/api/account/two_factor').then(unwrap)),
    loadLinkedProviders(args, opened),
  ])
  return { ...status, linkedProviders }
}
export type TwoFactorData = Awaited<ReturnType<typeof loadTwoFactor>>

/** What is shown once: the secret while it is set up, the backup codes when it is on. */
export type Shown = {
  setup?: { secret: string; qrSvg: string }
  backupCodes?: string[]
}

export type TwoFactorAnswer = Answer & { shown?: Shown }

const intents = ['start', 'confirm', 'renew', 'disable'] as const

async function doIt(api: ApiClient, intent: (typeof intents)[number], form: ReadForm): Promise<Shown> {
  switch (intent) {
    case 'start':
      return { setup: unwrap(await api.POST('/api/account/two_factor')) }
    case 'confirm': {
      const body = { code: form.text('code') }
      return unwrap(await api.POST('/api/account/two_factor/confirm', { body }))
    }
    case 'renew':
      return unwrap(await api.POST('/api/account/two_factor/backup_codes'))
    case 'disable':
      expectDone(await api.DELETE('/api/account/two_factor'))
      return {}
  }
}

/** Sets up the second step, turns it on with the first code, renews the backup codes, turns it off. */
export async function submitTwoFactor(args: PageRequest) {
  const opened = await openPane(args, 'two_factor')
  const form = await readForm(args.request)
  if (form.intent === reauthenticateIntent) return await reauthenticate(opened, form)
  const intent = intents.find((each) => each === form.intent) ?? 'start'
  const words = settingsTexts.twoFactor
  const done = {
    start: words.started,
    confirm: words.turnedOn,
    renew: words.renewed,
    disable: words.turnedOff,
  }
  let shown: Shown = {}
  const work = async () => {
    shown = await doIt(opened.api, intent, form)
  }
  // What is shown once stays where the next form is not answered.
  const answer = await attempt({ intent, work, done: done[intent], isStep: intent !== 'disable' })
  // The picture stays while a wrong code is corrected: it is not given a second time.
  const kept = intent === 'confirm' && !answer.data.ok ? keptSetup(form) : shown
  return data<TwoFactorAnswer>({ ...answer.data, shown: kept }, answer.init ?? {})
}

const keptSetup = (form: ReadForm): Shown => ({
  setup: { secret: form.text('secret'), qrSvg: form.text('qrSvg') },
})
