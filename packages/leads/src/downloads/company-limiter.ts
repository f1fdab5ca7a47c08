import { openLimiter } from '@freeor/kernel/limiter'
import { leadsLimits } from '../limits.ts'

/**
 * One at a time for each company in this process, in the order they came, so that parallel requests of one company do
 * not each count against the same credits only to be refused. What must hold over processes as well stands in the
 * database.
 */
export const companyLimiter = openLimiter(leadsLimits.orders)
