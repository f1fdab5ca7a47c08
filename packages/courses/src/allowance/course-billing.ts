import type { BilledSite } from '@freeor/billing/ports'
import { coursePlans } from './course-plans.ts'

/** What billing asks of Courses and tells it: Courses sells no credits, so this is about its plans only. */
export const courseBilling: BilledSite = { plans: coursePlans }
