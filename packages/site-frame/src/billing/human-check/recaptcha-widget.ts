import { loadScript } from '../provider-script.ts'
import { type HumanWidget, openAnswers, themeOfPage, type WidgetOptions } from './human-widget.ts'

/** What we use of it: https://developers.google.com/recaptcha/docs/display */
type Recaptcha = {
  ready(then: () => void): void
  render(container: HTMLElement, parameters: object): number
  reset(widgetId: number): void
}

const address = 'https://www.google.com/recaptcha/api.js?render=explicit&hl=en'

/** Their first script only fetches the second, which draws. */
async function loadRecaptcha(): Promise<Recaptcha> {
  await loadScript(address)
  const { grecaptcha } = globalThis as typeof globalThis & { grecaptcha?: Recaptcha }
  if (!grecaptcha) throw new Error('reCAPTCHA brought nothing to draw')
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))
  return grecaptcha
}

/** Google's box to tick. Each answer takes a tick of the person's. */
export async function placeRecaptcha(options: WidgetOptions): Promise<HumanWidget> {
  const recaptcha = await loadRecaptcha()
  const container = document.createElement('div')
  options.host.append(container)
  const answers = openAnswers(options)
  const id = recaptcha.render(container, {
    sitekey: options.siteKey,
    theme: themeOfPage(),
    callback: answers.take,
    'expired-callback': answers.drop,
    'error-callback': answers.fail,
  })
  const reset = () => {
    answers.drop()
    recaptcha.reset(id)
  }
  return {
    current: answers.current,
    another() {
      const next = answers.next()
      recaptcha.reset(id)
      return next
    },
    asksAgain: true,
    reset,
    // It knows no removing: what is not in the page any more is never asked again.
    remove: () => container.remove(),
  }
}
