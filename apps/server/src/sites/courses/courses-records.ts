import { courseBilling } from '@freeor/courses/allowance/course-billing'
import { forgetLearner } from '@freeor/courses/certificates/commands'
import { listCertificatesOf } from '@freeor/courses/certificates/queries'
import type { SiteRecords } from '../site-records.ts'

/** A plan of Courses is chosen; nobody has one from the start. */
export const coursesRecords: SiteRecords = {
  name: 'courses',
  billing: courseBilling,
  onAccountDeleted: async (tx, { userId }) => await forgetLearner(tx, userId),
  exportLists: ({ db }, { userId }) => ({
    certificates: oneList(async () => await listCertificatesOf(db, userId)),
  }),
}

async function* oneList(read: () => Promise<readonly unknown[]>) {
  yield await read()
}
