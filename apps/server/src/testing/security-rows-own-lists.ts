import { ownLists } from '@freeor/leads/own-lists/tables'
import { eq } from 'drizzle-orm'
import { firmsDictId } from './firms.ts'
import { addOwnListOf } from './own-lists.ts'
import type { Row } from './security-row.ts'

/** The rows of the lists that companies bring themselves. */
export const ownListsRows: Readonly<Record<string, Row>> = {
  listOwnLists: { sample: () => ({}) },
  addOwnList: {
    writes: ownLists,
    sample: () => ({ query: { name: 'Our customers' }, rawBody: 'Name,Email\nFirm,someone@example.com\n' }),
    needsPlan: true,
    // A company may have twenty.
    undo: async ({ deps }, { companyId }) =>
      void (await deps.db.delete(ownLists).where(eq(ownLists.companyId, companyId))),
  },
  changeOwnList: {
    sample: async (fixture, as) => ({
      params: { ownListId: await addOwnListOf(fixture, as) },
      body: { name: 'Renamed' },
    }),
    foreign: ({ ownListId }) => ({ params: { ownListId }, body: { name: 'Mine' } }),
  },
  matchOwnList: {
    needsPlan: true,
    sample: async (fixture, as) => ({
      params: { ownListId: await addOwnListOf(fixture, as) },
      body: { dictId: firmsDictId },
    }),
    foreign: ({ ownListId }) => ({ params: { ownListId }, body: { dictId: firmsDictId } }),
  },
  fetchFilledFile: {
    sample: async (fixture, as) => ({
      params: { ownListId: await addOwnListOf(fixture, as) },
      query: { dictId: firmsDictId },
    }),
    foreign: ({ ownListId }) => ({ params: { ownListId }, query: { dictId: firmsDictId } }),
  },
  deleteOwnList: {
    sample: async (fixture, as) => ({ params: { ownListId: await addOwnListOf(fixture, as) } }),
    foreign: ({ ownListId }) => ({ params: { ownListId } }),
  },
}
