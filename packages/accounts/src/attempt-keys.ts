import type { AttemptKey, AttemptLimit } from './adapters/attempt-limiter.ts'
import { clientNetwork } from './client-network.ts'

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute
const day = 24 * hour

/** How often something may be tried; counted in PostgreSQL. */
export const attemptLimits = {
  'sign-in:account': { max: 10, seconds: quarter },
  'sign-in:device': { max: 10, seconds: quarter },
  'sign-in:address': { max: 100, seconds: quarter },
  'sign-up:address': { max: 100, seconds: hour },
  // Mails and text messages to an address that its owner did not give us are limited per day, too.
  'sign-up-notice:account': { max: 1, seconds: hour },
  'sign-up-notice-day:account': { max: 5, seconds: day },
  'reset-request:address': { max: 30, seconds: quarter },
  'reset-request:account': { max: 3, seconds: quarter },
  'reset-request-day:account': { max: 12, seconds: day },
  // A browser that signed in to the account before has counts of its own: strangers who use up the account's count lock
  // out only strangers.
  'reset-request:device': { max: 3, seconds: quarter },
  'reset-request-day:device': { max: 12, seconds: day },
  'error-report:address': { max: 30, seconds: quarter },
  'link:address': { max: 30, seconds: quarter },
  'code:account': { max: 4, seconds: quarter },
  'code-day:account': { max: 15, seconds: day },
  // Over all accounts that want to move to the address: its owner may have asked for none of the codes.
  'change-email-day:recipient': { max: 20, seconds: day },
  'sms:recipient': { max: 4, seconds: hour },
  'sms-day:recipient': { max: 12, seconds: day },
  'sms:address': { max: 20, seconds: hour },
  // An answer costs one signature check; a challenge cannot be guessed.
  'passkey:account': { max: 30, seconds: quarter },
  'passkey:address': { max: 200, seconds: quarter },
  // Each begin may call the provider, and each end does.
  'identity:account': { max: 30, seconds: quarter },
  'identity:address': { max: 200, seconds: quarter },
  'two-factor:account': { max: 5, seconds: quarter },
  'reauthenticate:account': { max: 10, seconds: quarter },
  'change-password:account': { max: 10, seconds: quarter },
  // A whole team may open its invitations behind one address; a token cannot be guessed anyway.
  'invitation:address': { max: 200, seconds: quarter },
  'invite:company': { max: 60, seconds: day },
  'invite:company-recipient': { max: 5, seconds: day },
  // Tests and deliveries that are sent again by hand.
  'webhook:company': { max: 120, seconds: hour },
  // Calls, each of many addresses; and the mails that they send.
  'org-invite:admin': { max: 60, seconds: day },
  'org-invite-mail:admin': { max: 2000, seconds: day },
  // Over all companies. One company alone, limited to five, cannot use it up.
  'invite:recipient': { max: 20, seconds: day },
} as const satisfies Record<string, AttemptLimit>

/**
 * The key that attempts of one kind are counted under, for an account (its address in lower case or its id) or a
 * device.
 */
export function attemptKey(
  name: Exclude<keyof typeof attemptLimits, `${string}:address`>,
  subject: string,
): AttemptKey {
  return { name, subject, limit: attemptLimits[name] }
}

/** The key for a client address. */
export function addressKey(
  name: Extract<keyof typeof attemptLimits, `${string}:address`>,
  address: string,
): AttemptKey {
  return { name, subject: clientNetwork(address), limit: attemptLimits[name] }
}
