import { loadScript } from '../provider-script.ts'
import type { HumanWidget, WidgetOptions } from './human-widget.ts'

/** What we use of it: https://developers.google.com/recaptcha/docs/v3 */
type Recaptcha = {
  ready(then: () => void): void
  execute(siteKey: string, parameters: { action: string }): PromiseLike<string>
}

const address = 'https://www.google.com/recaptcha/api.js'

/** Google takes a token for two minutes; a form may be open for longer. */
const renewEveryMs = 100_000

/** Their first script only fetches the second one, which does the check. */
async function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  await loadScript(`${address}?${new URLSearchParams({ render: siteKey, hl: 'en' })}`)
  const { grecaptcha } = globalThis as typeof globalThis & { grecaptcha?: Recaptcha }
  if (!grecaptcha) throw new Error('reCAPTCHA brought nothing to ask')
  await new Promise<void>((resolve) => grecaptcha.ready(resolve))
  return grecaptcha
}

/**
 * Google's version 3: it judges how the page is used and asks the person nothing. Its tokens name the action they were
 * made for, which the checkbox of version 2 does not, and the server accepts only tokens for its action.
 */
export async function placeRecaptcha({ siteKey, onBroken }: WidgetOptions): Promise<HumanWidget> {
  const recaptcha = await loadRecaptcha(siteKey)
  let current: string | undefined
  const renew = async () => {
    try {
      // The form's name for what is done; the server takes no token that was made for something else.
      current = await recaptcha.execute(siteKey, { action: 'signup' })
    } catch {
      current = undefined
    }
    onBroken(current === undefined)
  }
  await renew()
  const timer = setInterval(() => void renew(), renewEveryMs)
  return {
    current: () => current,
    reset() {
      current = undefined
      void renew()
    },
    remove: () => clearInterval(timer),
  }
}
