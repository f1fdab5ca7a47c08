import { browserApi } from '../../frame/api.ts'
import type { BillingTexts } from '../billing-texts.ts'
import type { HumanWidget, WidgetOptions } from './human-widget.ts'

/** What we use of the widget and of its texts. */
type AltchaElement = HTMLElement & { reset(): void }
type Words = Record<string, string>
type Altcha = {
  defaults: { set(defaults: Readonly<Record<string, unknown>>): void }
  i18n: { get(language: string): Words; set(language: string, words: Words): void }
}

const challengePath = '/api/v2/human_challenge'

/** The widget fetches a task from its address; ours is inside an answer that also names the provider. */
async function fetchChallenge(): Promise<Response> {
  const { data, response } = await browserApi().GET(challengePath)
  return data?.challenge ? Response.json(data.challenge) : new Response(null, { status: response.status })
}

function prepare(texts: BillingTexts['human']): void {
  const { label, verifying, verified, waiting, failed, expired, required } = texts
  const own = { label, verifying, verified, waitAlert: waiting, error: failed, expired }
  const { $altcha } = globalThis as typeof globalThis & { $altcha: Altcha }
  $altcha.i18n.set('en', { ...$altcha.i18n.get('en'), ...own, verificationRequired: required })
  // Set before the element is in the page: its own methods exist only after it was drawn.
  $altcha.defaults.set({
    challenge: challengePath,
    fetch: fetchChallenge,
    hideFooter: true,
    hideLogo: true,
    // Sends nothing about how the user moves or scrolls: the work alone is the proof.
    humanInteractionSignature: false,
  })
}

/** The self-hosted check. The browser does the work, so another answer needs nothing from the user. */
export async function placeAltcha({ host, texts }: WidgetOptions): Promise<HumanWidget> {
  await import('altcha')
  prepare(texts)
  const element = document.createElement('altcha-widget') as AltchaElement
  element.setAttribute('language', 'en')
  let payload: string | undefined
  const remember = (event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    const { payload: told } = (detail ?? {}) as { payload?: unknown }
    payload = typeof told === 'string' ? told : undefined
  }
  element.addEventListener('verified', remember, true)
  element.addEventListener('statechange', remember, true)
  host.append(element)
  return {
    current: () => payload,
    reset() {
      element.reset()
      payload = undefined
    },
    remove: () => element.remove(),
  }
}
