import { newId } from '@freeor/kernel/ids'
import { reports } from '@freeor/leads/reports/tables'
import type { Person } from './people.ts'
import { addSavedSearch } from './saved-searches.ts'
import type { Row } from './security-row.ts'
import type { TestSystem } from './test-system.ts'

async function addReport({ deps }: TestSystem, { userId, companyId }: Person): Promise<string> {
  const id = newId('rpt')
  await deps.db.insert(reports).values({
    ...{ id, kind: 'search', subjectId: newId('srch'), companyId, userId, searchName: 'Kept' },
    ...{
      dictId: 'firms',
      filter: '',
      dslFilter: 'state:TX',
      queryUrl: '/_search/firms?dslFilter=state%3ATX',
    },
    ...{ problem: 'They moved', device: 'Firefox', state: 'open', createdAt: deps.clock.now() },
  })
  return id
}

/** The rows of reports. */
export const reportRows: Readonly<Record<string, Row>> = {
  makeReport: {
    writes: reports,
    isPersonal: true,
    sample: async (fixture, as) => ({
      body: { kind: 'search', id: await addSavedSearch(fixture, as), problem: 'They moved' },
    }),
    foreign: ({ savedSearchId: id }) => ({ body: { kind: 'search', id, problem: 'They moved' } }),
  },
  listOwnReports: { sample: () => ({}) },
  listReports: { sample: () => ({}) },
  handleReport: {
    sample: async (fixture) => ({
      params: { reportId: await addReport(fixture, fixture.people.owner) },
      body: { answer: 'You are right.', close: true },
    }),
  },
}
