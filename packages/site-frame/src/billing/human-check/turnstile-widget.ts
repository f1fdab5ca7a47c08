import { loadScript } from '../provider-script.ts'
import { type HumanWidget, openAnswers, themeOfPage, type WidgetOptions } from './human-widget.ts'

/** What we use of it: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
type Turnstile = {
  render(container: HTMLElement, parameters: object): string | undefined
  reset(widgetId: string): void
  remove(widgetId: string): void
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

const turnstileOfPage = () => (globalThis as typeof globalThis & { turnstile?: Turnstile }).turnstile

/** Cloudflare's check. Mostly it checks only the browser, so another answer usually needs nothing from the user. */
export async function placeTurnstile(options: WidgetOptions): Promise<HumanWidget> {
  await loadScript(address)
  const turnstile = turnstileOfPage()
  const container = document.createElement('div')
  options.host.append(container)
  const answers = openAnswers(options)
  const id = turnstile?.render(container, {
    sitekey: options.siteKey,
    // The form's name for what is done; the server takes no token that was made for something else.
    action: 'signup',
    theme: themeOfPage(),
    size: 'flexible',
    language: 'en',
    'response-field': false,
    callback: answers.take,
    'expired-callback': answers.drop,
    'timeout-callback': answers.drop,
    'unsupported-callback': answers.fail,
    'error-callback': () => {
      answers.fail()
      // Handled here: unhandled, their script writes an error to the console.
      return true
    },
  })
  if (!turnstile || id === undefined) throw new Error('Turnstile drew nothing')
  return {
    current: answers.current,
    reset() {
      answers.drop()
      turnstile.reset(id)
    },
    remove() {
      turnstile.remove(id)
      container.remove()
    },
  }
}
