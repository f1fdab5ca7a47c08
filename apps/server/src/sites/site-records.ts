import { coursesRecords } from './courses/courses-records.ts'
import { leadsRecords } from './leads/leads-records.ts'
import type { SiteRecords } from './records-of-site.ts'

/** Of every site, served or not. */
export const siteRecords: readonly SiteRecords[] = [leadsRecords, coursesRecords]
