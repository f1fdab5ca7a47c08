import { handleReport } from '@freeor/leads/reports/commands'
import { listReports } from '@freeor/leads/reports/queries'
import { report, reportAction, reportDetails, reportFilter } from '@freeor/leads/reports/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listReportsOperation = leadsOperation({
  id: 'listReports',
  method: 'get',
  path: '/api/admin/reports',
  area: 'reports',
  summary: 'Reports with their details: who, when, from which browser, and what the download cost',
  access: 'super_admin',
  query: reportFilter,
  answer: z.object({ reports: z.array(reportDetails) }),
  handle: async ({ deps, superAdmin, query }) => ({
    reports: await listReports(deps.db, superAdmin(), query),
  }),
})

export const handleReportOperation = leadsOperation({
  id: 'handleReport',
  method: 'post',
  path: '/api/admin/reports/{reportId}',
  area: 'reports',
  summary:
    'Answers a report, gives back what its download cost, or closes it; the reporter is told by mail. 409 for a closed one, and for a second refund',
  access: 'super_admin',
  params: z.strictObject({ reportId: z.string().max(60) }),
  body: reportAction,
  answer: report,
  handle: async ({ deps, superAdmin, params, body: action }) =>
    await handleReport(deps.reports, { superAdmin: superAdmin(), id: params.reportId, action }),
})
