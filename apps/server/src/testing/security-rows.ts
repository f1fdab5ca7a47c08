import type { Input, Row } from './security-row.ts'
import { accountRows } from './security-rows-account.ts'
import { adminRows } from './security-rows-admin.ts'
import { authRows } from './security-rows-auth.ts'
import { authoringRows } from './security-rows-authoring.ts'
import { billingRows } from './security-rows-billing.ts'
import { certificateRows } from './security-rows-certificates.ts'
import { companyRows } from './security-rows-company.ts'
import { contentRows } from './security-rows-content.ts'
import { emailRows } from './security-rows-email.ts'
import { identityRows } from './security-rows-identities.ts'
import { leadDetailsRows } from './security-rows-lead-details.ts'
import { leadsRows } from './security-rows-leads.ts'
import { lessonEditingRows } from './security-rows-lesson-editing.ts'
import { lessonFileRows } from './security-rows-lesson-files.ts'
import { lessonRows } from './security-rows-lessons.ts'
import { organizationRows } from './security-rows-organizations.ts'
import { ownListsRows } from './security-rows-own-lists.ts'
import { passkeyRows } from './security-rows-passkeys.ts'
import { questionRows } from './security-rows-questions.ts'
import { quizRows } from './security-rows-quizzes.ts'
import { reportRows } from './security-rows-reports.ts'
import { scheduleRows } from './security-rows-schedules.ts'
import { spendingRows } from './security-rows-spending.ts'
import { webhookRows } from './security-rows-webhooks.ts'

const nothing = (): Input => ({})

/**
 * A row for each operation, by its id. An operation without one fails the test: its author says here who
 * may not call it and how another company's things would be named in it.
 */
export const securityRows: Readonly<Record<string, Row>> = {
  readHealth: { sample: nothing },
  readMe: { sample: nothing },
  openEvents: { sample: nothing },
  listPlans: { sample: nothing },
  readPlan: { sample: () => ({ params: { planID: 'freeor_pro' } }) },
  // A page may send the user as it holds it.
  issueToken: {
    isOpen: true,
    sample: ({ people: { owner } }) => ({ body: { uid: owner.userId, email: owner.email } }),
  },
  readLedger: { sample: nothing },

  ...leadsRows,
  ...leadDetailsRows,
  ...ownListsRows,
  ...emailRows,
  ...reportRows,
  ...webhookRows,
  ...spendingRows,
  ...scheduleRows,
  ...lessonRows,
  ...lessonEditingRows,
  ...authoringRows,
  ...lessonFileRows,
  ...certificateRows,
  ...organizationRows,
  ...questionRows,
  ...quizRows,
  ...authRows,
  ...accountRows,
  ...passkeyRows,
  ...identityRows,
  ...billingRows,
  ...companyRows,
  ...contentRows,
  ...adminRows,
}
