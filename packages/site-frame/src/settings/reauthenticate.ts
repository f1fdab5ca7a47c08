import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, type ReadForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import type { OpenedPane } from './open-pane.ts'
import { settingsTexts } from './settings-texts.ts'

export const reauthenticateIntent = 'reauthenticate'

/**
 * Re-authenticates by the form's `password` and, with two steps, `code`; valid for ten minutes.
 * @throws ApiProblem when they are wrong
 */
export async function givePasswordAgain(api: ApiClient, form: ReadForm): Promise<void> {
  const code = form.text('code')
  const password = form.secret('password')
  const body = code === '' ? { password } : { password, code }
  unwrap(await api.POST('/api/account/reauthenticate', { body }))
}

/** The same for a form of its own, which asks for their `email` too, or sends the `credential` of a passkey. */
export async function reauthenticate({ api, me }: OpenedPane, form: ReadForm) {
  const { password: words } = settingsTexts
  const intent = reauthenticateIntent
  const passkey = form.text('credential')
  if (passkey !== '') {
    const work = async () => {
      const body = { credential: JSON.parse(passkey) }
      unwrap(await api.POST('/api/account/reauthenticate/passkey', { body }))
    }
    return await attempt({ intent, work, done: words.in })
  }
  if (form.text('email').toLowerCase() !== me.user.email.toLowerCase()) return refusal(intent, words.out)
  return await attempt({ intent, work: () => givePasswordAgain(api, form), done: words.in })
}

/** Whether the account asks for a code beside the password. */
export async function loadSecondFactor(
  { context }: Pick<PageRequest, 'context'>,
  { api }: { api: ApiClient },
): Promise<SecondFactor> {
  const { enabled } = await forPage(context, api.GET('/api/account/two_factor').then(unwrap))
  return { hasTwoSteps: enabled }
}
export type SecondFactor = { hasTwoSteps: boolean }

export type LinkedProvider = { id: string; label: string }

/** What the re-authentication may ask for: a code, and a log-in at a provider that is linked. */
export async function loadReauthentication(
  args: Pick<PageRequest, 'context'>,
  opened: Pick<OpenedPane, 'api' | 'me'>,
): Promise<SecondFactor & { linkedProviders: LinkedProvider[] }> {
  const [second, linkedProviders] = await Promise.all([
    loadSecondFactor(args, opened),
    loadLinkedProviders(args, opened),
  ])
  return { ...second, linkedProviders }
}

/** The providers that are set up here and that the person has linked. Without any there is no request. */
export async function loadLinkedProviders(
  { context }: Pick<PageRequest, 'context'>,
  { api, me }: Pick<OpenedPane, 'api' | 'me'>,
): Promise<LinkedProvider[]> {
  if (me.identityProviders.length === 0) return []
  const { identities, providers } = await forPage(context, api.GET('/api/account/identities').then(unwrap))
  return providers.filter(({ id }) => identities.some(({ providerId }) => providerId === id))
}

/** Whether they have just re-authenticated. */
export const isReauthenticated = (answer: Answer | undefined): boolean =>
  answer?.intent === reauthenticateIntent && answer.ok
