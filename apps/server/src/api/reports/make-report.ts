import { makeReport } from '@freeor/leads/reports/commands'
import { listOwnReports } from '@freeor/leads/reports/queries'
import { newReportInput, ownReport, report } from '@freeor/leads/reports/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const makeReportOperation = leadsOperation({
  id: 'makeReport',
  method: 'post',
  path: '/api/reports',
  area: 'reports',
  summary:
    "Says what is wrong with one's own saved search or with a download of one's company; the browser is kept with it. 409 while an own report of it is open, 429 past 20 a day",
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'searches.read',
  body: newReportInput,
  answer: report,
  status: 201,
  async handle({ deps, company, body: input, request }) {
    const device = request.headers.get('user-agent') ?? ''
    return await makeReport(deps.reports, await company(), { input, device })
  },
})

export const listOwnReportsOperation = leadsOperation({
  id: 'listOwnReports',
  method: 'get',
  path: '/api/reports',
  area: 'reports',
  summary: "The person's own reports with their answers, newest first, at most 200",
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'searches.read',
  answer: z.object({ reports: z.array(ownReport) }),
  handle: async ({ deps, company }) => ({ reports: await listOwnReports(deps.db, await company()) }),
})
