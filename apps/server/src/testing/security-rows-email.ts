import { emails } from '@freeor/leads/emails/tables'
import { addFailedEmail, message, returnedAddress } from './emails.ts'
import { addSavedSearch } from './saved-searches.ts'
import type { Row } from './security-row.ts'

/** The rows of the mail tool. */
export const emailRows: Readonly<Record<string, Row>> = {
  sendEmail: {
    writes: emails,
    needsPlan: true,
    isPersonal: true,
    sample: async (fixture, as) => ({ body: message({ savedSearch: await addSavedSearch(fixture, as) }) }),
    foreign: ({ savedSearchId }) => ({ body: message({ savedSearch: savedSearchId }) }),
  },
  previewEmail: {
    isPersonal: true,
    sample: async (fixture, as) => ({ body: message({ savedSearch: await addSavedSearch(fixture, as) }) }),
    foreign: ({ savedSearchId }) => ({ body: message({ savedSearch: savedSearchId }) }),
  },
  showEmailPage: {
    sample: () => ({
      rawBody: 'html=%3Cp%3EHello%3C%2Fp%3E',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
  listPromos: { sample: () => ({}) },
  listAllPromos: { sample: () => ({}) },
  listEmails: { sample: () => ({}) },
  readEmail: {
    isPersonal: true,
    sample: async (fixture, as) => ({ params: { emailId: (await addFailedEmail(fixture, as)).emailId } }),
    foreign: ({ emailId }) => ({ params: { emailId } }),
  },
  retryEmail: {
    isPersonal: true,
    sample: async (fixture, as) => ({
      params: { emailId: (await addFailedEmail(fixture, as)).emailId },
      body: { email: returnedAddress },
    }),
    foreign: ({ emailId }) => ({ params: { emailId }, body: { email: returnedAddress } }),
  },
  openSharedMailStop: {
    sample: async (fixture) => ({
      body: {
        token: (await addFailedEmail(fixture, fixture.people.owner, 'tired@elsewhere.example')).stopToken,
      },
    }),
  },
  stopSharedMails: {
    sample: async (fixture) => ({
      body: {
        token: (await addFailedEmail(fixture, fixture.people.owner, 'tired@elsewhere.example')).stopToken,
      },
    }),
  },
}
