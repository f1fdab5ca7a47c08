import { courseBilling } from '@freeor/courses/allowance/course-billing'
import type { SiteRecords } from '../site-records.ts'

/** A plan of Courses is chosen; nobody has one from the start. */
export const coursesRecords: SiteRecords = { name: 'courses', billing: courseBilling }
