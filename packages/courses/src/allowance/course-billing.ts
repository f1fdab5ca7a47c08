import type { BilledSite } from '@freeor/billing/ports'
import { coursePlans } from './course-plans.ts'

/** What billing asks and tells Courses: it sells nothing by credits, so its plans are all. */
export const courseBilling: BilledSite = { plans: coursePlans }
