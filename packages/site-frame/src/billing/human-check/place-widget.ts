import { unwrap } from '@freeor/api-client/client'
import { browserApi } from '../../frame/api.ts'
import { placeAltcha } from './altcha-widget.ts'
import type { HumanWidget, WidgetOptions } from './human-widget.ts'
import { placeRecaptcha } from './recaptcha-widget.ts'
import { placeTurnstile } from './turnstile-widget.ts'

const placed = { altcha: placeAltcha, turnstile: placeTurnstile, recaptcha: placeRecaptcha } as const

/** Draws the check of the configured provider; its script loads only where it is drawn. @throws Error when it does not */
export async function placeWidget(options: Omit<WidgetOptions, 'siteKey'>): Promise<HumanWidget> {
  const { provider, siteKey } = unwrap(await browserApi().GET('/api/v2/human_challenge'))
  return await placed[provider]({ ...options, siteKey: siteKey ?? '' })
}
