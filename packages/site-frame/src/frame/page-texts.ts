import { accountTexts } from '../account/account-texts.ts'
import { verificationTexts } from '../account/verification-texts.ts'
import { billingTexts } from '../billing/billing-texts.ts'
import { errorTexts } from '../errors/error-texts.ts'
import { peopleTexts } from '../people/people-texts.ts'
import { leaveTexts } from './leave-texts.ts'

/**
 * The words of the shared pages that are the same on every site. A site's catalogue takes them in, and every page loads
 * it: the words of the settings and of the admin area are imported by their pages alone.
 */
export const pageTexts = {
  account: accountTexts,
  verification: verificationTexts,
  adminArea: 'Admin',
  billing: billingTexts,
  states: errorTexts,
  people: peopleTexts,
  settingsTitle: 'Settings',
  previewNote: 'This is a preview. Nobody else sees it until you save it.',
  arrival: {
    passwordChanged: 'Password updated successfully!',
    close: 'Close',
    unanswered: {
      form: 'The site did not answer. Check your connection and send it again: what you entered is still here.',
      session: 'You are logged out. Log in in another tab and send it again: what you entered is still here.',
      page: 'The site did not answer. This page may not show what is newest.',
      link: 'The site did not answer, so you are still on this page. Check your connection and try again.',
      kept: 'What you entered is still here.',
    },
  },
  leave: leaveTexts,
} as const
