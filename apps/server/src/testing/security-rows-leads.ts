import { downloads } from '@freeor/leads/downloads/tables'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { zipLists } from '@freeor/leads/zip-lists/tables'
import { firmsDictId } from './firms.ts'
import { addSavedSearch } from './saved-searches.ts'
import type { Ids, Row } from './security-rows.ts'

let keys = 0
const nothing = () => ({})
const anyFirm = { dictId: firmsDictId, limit: 1 }
const dictId = { dictId: firmsDictId }
const zipClause = ({ zipListId }: Ids) => `zip:@${zipListId}`

/** The rows of searches, their results and what is kept of them. */
export const leadsRows: Readonly<Record<string, Row>> = {
  listStates: { sample: nothing },
  listCounties: { sample: () => ({ query: { state: 'TX' } }) },
  findPlaces: { sample: () => ({ query: { q: 'hou' } }) },
  readShowcase: { sample: nothing },
  listDictionaries: { sample: nothing },
  readDictionary: { sample: () => ({ params: dictId }) },
  searchLeads: {
    sample: () => ({ params: dictId, body: { filter: 'employees:>10', facets: ['industry'], limit: 3 } }),
    needsPlan: true,
    foreign: (ids) => ({ params: dictId, body: { dslFilter: zipClause(ids) } }),
  },
  suggestValues: {
    sample: () => ({ params: dictId, query: { column: 'company', q: 'fi' } }),
    needsPlan: true,
  },
  createZipList: { sample: () => ({ body: { text: '77002, 75201' } }), writes: zipLists },
  quoteDownload: {
    sample: () => ({ body: anyFirm }),
    foreign: (ids) => ({ body: { ...anyFirm, dslFilter: zipClause(ids) } }),
  },
  confirmDownload: {
    writes: downloads,
    sample: () => ({ body: anyFirm, headers: { 'idempotency-key': `sample-${++keys}` } }),
    foreign: (ids) => ({
      body: { ...anyFirm, dslFilter: zipClause(ids) },
      headers: { 'idempotency-key': `foreign-${++keys}` },
    }),
  },
  listDownloads: { sample: nothing },
  readDownload: {
    sample: ({ own }) => ({ params: { downloadId: own.downloadId } }),
    foreign: ({ downloadId }) => ({ params: { downloadId } }),
  },
  fetchFile: {
    sample: ({ own }) => ({ params: { downloadId: own.downloadId } }),
    foreign: ({ downloadId }) => ({ params: { downloadId } }),
  },
  saveSearch: {
    writes: savedSearches,
    needsPlan: true,
    sample: () => ({ body: { dictId: firmsDictId, searchName: 'Texas', dslFilter: 'state:TX' } }),
    foreign: (ids) => ({ body: { dictId: firmsDictId, searchName: 'Theirs', dslFilter: zipClause(ids) } }),
  },
  listSavedSearches: { sample: nothing },
  readSavedSearch: {
    sample: async (fixture, as) => ({ params: { searchId: await addSavedSearch(fixture, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
  renameSavedSearch: {
    writes: savedSearches,
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as) },
      body: { searchName: 'Renamed' },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId }, body: { searchName: 'Mine' } }),
  },
  restoreSavedSearch: {
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as, fixture.deps.clock.now()) },
    }),
    isPersonal: true,
    foreign: ({ deletedSearchId }) => ({ params: { searchId: deletedSearchId } }),
  },
  deleteSavedSearch: {
    sample: async (fixture, as) => ({ params: { searchId: await addSavedSearch(fixture, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
}
