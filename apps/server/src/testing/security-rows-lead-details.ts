import { leadNotes } from '@freeor/leads/lead-notes/tables'
import { eq } from 'drizzle-orm'
import { firmsDictId } from './firms.ts'
import type { Row } from './security-row.ts'

const dictId = { dictId: firmsDictId }

/** The rows of the pages of leads, and of the charts of a search. */
export const leadDetailsRows: Readonly<Record<string, Row>> = {
  readLead: {
    sample: ({ own }) => ({
      params: { ...dictId, leadId: own.leadId },
      body: { dslFilter: 'state:TX', filter: 'employees:<100' },
    }),
    needsPlan: true,
    foreign: (ids) => ({
      params: { ...dictId, leadId: ids.leadId },
      body: { dslFilter: `zip:@${ids.zipListId}` },
    }),
  },
  // Leads are everybody's: each company says something of its own, and can name nothing of another.
  setLeadNote: {
    writes: leadNotes,
    sample: ({ own }) => ({
      params: { ...dictId, leadId: own.leadId },
      body: { status: 'contacted', note: 'Call again', revision: 0 },
    }),
    undo: async ({ deps: { db } }, { companyId }) => {
      await db.delete(leadNotes).where(eq(leadNotes.companyId, companyId))
    },
  },
  countPlots: {
    sample: () => ({ params: dictId, body: { dslFilter: 'state:TX' } }),
    needsPlan: true,
    foreign: (ids) => ({ params: dictId, body: { dslFilter: `zip:@${ids.zipListId}` } }),
  },
}
