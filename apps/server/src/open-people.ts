import { openAltcha } from '@freeor/accounts/human-check/adapters/altcha'
import { openSiteVerify } from '@freeor/accounts/human-check/adapters/site-verify'
import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import type { Clock } from '@freeor/kernel/clock'
import type { Config } from './config.ts'

/** The human check of the configuration. `secret` is the house's own. */
export function openHumanCheck(
  config: Config,
  { secret, clock }: { secret: string; clock: Clock },
): HumanCheck {
  const choice = config.humanCheck
  switch (choice.kind) {
    case 'altcha':
      return openAltcha({ secret, clock })
    case 'turnstile':
    case 'recaptcha':
      return openSiteVerify({ provider: choice.kind, siteKey: choice.siteKey, secret: choice.secret, clock })
    default:
      return choice satisfies never
  }
}
