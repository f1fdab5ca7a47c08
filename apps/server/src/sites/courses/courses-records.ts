import { collectionNames } from '@freeor/content/schema'
import { courseBilling } from '@freeor/courses/allowance/course-billing'
import { isAuthor } from '@freeor/courses/allowance/queries'
import { archiveCoursesOf } from '@freeor/courses/authoring/courses/commands'
import { forgetLearner } from '@freeor/courses/certificates/commands'
import { listCertificatesOf } from '@freeor/courses/certificates/queries'
import { listOrgAdmin } from '@freeor/courses/organizations/queries'
import { readChoices } from '@freeor/courses/progress/choices/queries'
import { forgetRecord } from '@freeor/courses/progress/record/commands'
import {
  listAttemptsOf,
  listNotesOf,
  listOrgAdminOf,
  listProgressOf,
  listReviewCardsOf,
} from '@freeor/courses/progress/record/queries'
import type { SiteRecords } from '../records-of-site.ts'

/** A plan of Courses is chosen; nobody has one from the start. What a learner did belongs to them, not to a company. */
export const coursesRecords: SiteRecords = {
  name: 'courses',
  billing: courseBilling,
  collections: collectionNames,
  async onAccountDeleted(tx, { userId, companyIds, now }) {
    await archiveCoursesOf(tx, companyIds, now)
    await forgetLearner(tx, userId)
    await forgetRecord(tx, userId)
  },
  contentRoles: async (tx, userId, organizations) => ({
    isAuthor: await isAuthor(tx, userId),
    orgAdminOf: await listOrgAdmin(tx, userId, organizations),
  }),
  personLists: ({ db }, userId) => ({
    certificates: oneList(async () => await listCertificatesOf(db, userId)),
    quizAttempts: listAttemptsOf(db, userId),
    lessonProgress: oneList(async () => await listProgressOf(db, userId)),
    lessonNotes: oneList(async () => await listNotesOf(db, userId)),
    reviewCards: oneList(async () => await listReviewCardsOf(db, userId)),
    learnerChoices: oneList(async () => [await readChoices(db, userId)]),
    orgAdmin: oneList(async () => await listOrgAdminOf(db, userId)),
  }),
}

async function* oneList(read: () => Promise<readonly unknown[]>) {
  yield await read()
}
