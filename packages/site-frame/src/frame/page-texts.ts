import { accountTexts } from '../account/account-texts.ts'
import { verificationTexts } from '../account/verification-texts.ts'
import { adminTexts } from '../admin/admin-texts.ts'
import { billingTexts } from '../billing/billing-texts.ts'
import { errorTexts } from '../errors/error-texts.ts'
import { peopleTexts } from '../people/people-texts.ts'
import { settingsTexts } from '../settings/settings-texts.ts'
import { leaveTexts } from './leave-texts.ts'

/** The words of the shared pages that are the same on every site. A site's catalogue takes them in. */
export const pageTexts = {
  account: accountTexts,
  verification: verificationTexts,
  admin: adminTexts,
  billing: billingTexts,
  states: errorTexts,
  people: peopleTexts,
  settings: settingsTexts,
  leave: leaveTexts,
} as const
