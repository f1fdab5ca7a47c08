import { openLimiter } from '@freeor/kernel/limiter'
import { leadsLimits } from '../limits.ts'

/**
 * One at a time for each company in this process, in the order they came. Otherwise parallel requests of one company
 * would each count against the same credits, only to be refused. What must also hold across processes is ensured by the
 * database.
 */
export const companyLimiter = openLimiter(leadsLimits.orders)
