import { makeAlertToken } from '@freeor/leads/alerts/stop-token'
import { columnChoices } from '@freeor/leads/column-choices/tables'
import { downloads } from '@freeor/leads/downloads/tables'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { shareLinks } from '@freeor/leads/shares/tables'
import { suppressionLists } from '@freeor/leads/suppression/tables'
import { zipLists } from '@freeor/leads/zip-lists/tables'
import { eq } from 'drizzle-orm'
import { firmsDictId } from './firms.ts'
import { addAlert, addSavedSearch } from './saved-searches.ts'
import type { Ids, Row } from './security-row.ts'
import { addShareLink } from './share-links.ts'
import { addSuppressionListOf } from './suppression-lists.ts'

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
  readSampleQuality: { sample: nothing },
  listDictionaries: { sample: nothing },
  readDoNotCall: { sample: nothing },
  readDictionary: { sample: () => ({ params: dictId }) },
  readQuality: { sample: () => ({ params: dictId }) },
  readColumnChoice: { sample: () => ({ params: dictId }) },
  keepColumnChoice: {
    sample: () => ({ params: dictId, body: { columns: ['company', 'city'] } }),
    writes: columnChoices,
  },
  searchLeads: {
    sample: () => ({ params: dictId, body: { filter: 'employees:>10', facets: ['industry'], limit: 3 } }),
    needsPlan: true,
    foreign: (ids) => ({ params: dictId, body: { dslFilter: zipClause(ids) } }),
  },
  suggestValues: {
    sample: () => ({ params: dictId, query: { column: 'company', q: 'fi' } }),
    needsPlan: true,
  },
  findDuplicates: {
    sample: () => ({ params: dictId, body: { dslFilter: 'state:TX' } }),
    foreign: (ids) => ({ params: dictId, body: { dslFilter: zipClause(ids) } }),
  },
  explainEmptySearch: {
    sample: () => ({ params: dictId, body: { dslFilter: 'state:TX', filter: 'employees:<0' } }),
    needsPlan: true,
    foreign: (ids) => ({ params: dictId, body: { dslFilter: zipClause(ids) } }),
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
  readKeyBudget: { sample: nothing },
  returnLeads: {
    sample: ({ own }) => ({
      params: { downloadId: own.downloadId },
      body: { contacts: ['nobody@nowhere.example'], problem: 'They bounce' },
    }),
    foreign: ({ downloadId }) => ({
      params: { downloadId },
      body: { contacts: ['nobody@nowhere.example'], problem: 'They bounce' },
    }),
  },
  serveMcp: {
    sample: () => ({
      // Without an id, which may be a number or a text.
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  },
  listSuppressionLists: { sample: nothing },
  addSuppressionList: {
    writes: suppressionLists,
    sample: () => ({ query: { name: 'Do not call' }, rawBody: 'someone@example.com\n' }),
    needsPlan: true,
    // A company may have fifty.
    undo: async ({ deps }, { companyId }) =>
      void (await deps.db.delete(suppressionLists).where(eq(suppressionLists.companyId, companyId))),
  },
  applySuppressionList: {
    needsPlan: true,
    sample: async (fixture, as) => ({
      params: { listId: await addSuppressionListOf(fixture, as) },
      body: { profiles: ['email'] },
    }),
    foreign: ({ suppressionListId }) => ({
      params: { listId: suppressionListId },
      body: { profiles: ['email'] },
    }),
  },
  renameSuppressionList: {
    sample: async (fixture, as) => ({
      params: { listId: await addSuppressionListOf(fixture, as) },
      body: { name: 'Renamed' },
    }),
    foreign: ({ suppressionListId }) => ({ params: { listId: suppressionListId }, body: { name: 'Mine' } }),
  },
  deleteSuppressionList: {
    sample: async (fixture, as) => ({ params: { listId: await addSuppressionListOf(fixture, as) } }),
    foreign: ({ suppressionListId }) => ({ params: { listId: suppressionListId } }),
  },
  restoreSuppressionList: {
    sample: async (fixture, as) => ({
      params: { listId: await addSuppressionListOf(fixture, as, fixture.deps.clock.now()) },
    }),
    foreign: ({ deletedListId }) => ({ params: { listId: deletedListId } }),
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
  readReceipt: {
    sample: ({ own }) => ({ params: { downloadId: own.downloadId } }),
    foreign: ({ downloadId }) => ({ params: { downloadId } }),
  },
  listLogHeads: { sample: nothing },
  proveLogConsistency: { sample: () => ({ query: { first: '1', second: '1' } }) },
  listLogKeys: { sample: nothing },
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
  changeSavedSearch: {
    writes: savedSearches,
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as) },
      body: { searchName: 'Renamed' },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId }, body: { searchName: 'Mine' } }),
  },
  duplicateSavedSearch: {
    sample: async (fixture, as) => ({ params: { searchId: await addSavedSearch(fixture, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
  readSearchChanges: {
    sample: async (fixture, as) => ({ params: { searchId: await addSavedSearch(fixture, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
  compareSearches: {
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as) },
      query: { with: await addSavedSearch(fixture, as) },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({
      params: { searchId: savedSearchId },
      query: { with: savedSearchId },
    }),
  },
  recordLook: {
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as) },
      body: { version: 1 },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId }, body: { version: 1 } }),
  },
  restoreSavedSearch: {
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as, fixture.deps.clock.now()) },
    }),
    isPersonal: true,
    foreign: ({ deletedSearchId }) => ({ params: { searchId: deletedSearchId } }),
  },
  listAlerts: { sample: nothing },
  setAlert: {
    sample: async (fixture, as) => ({
      params: { searchId: await addSavedSearch(fixture, as) },
      body: { rhythm: 'daily' },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId }, body: { rhythm: 'daily' } }),
  },
  endAlert: {
    sample: async (fixture, as) => ({ params: { searchId: await addAlert(fixture, as) } }),
    isPersonal: true,
    foreign: ({ alertSearchId }) => ({ params: { searchId: alertSearchId } }),
  },
  openAlertStop: {
    sample: ({ deps, people: { owner } }) => ({
      body: { token: makeAlertToken(deps.auth.secret, owner.userId) },
    }),
  },
  stopAlerts: {
    sample: ({ deps, people: { owner } }) => ({
      body: { token: makeAlertToken(deps.auth.secret, owner.userId) },
    }),
  },
  createShareLink: {
    writes: shareLinks,
    sample: async (fixture, as) => ({
      body: { kind: 'savedSearch', id: await addSavedSearch(fixture, as) },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ body: { kind: 'savedSearch', id: savedSearchId } }),
  },
  listShareLinks: { sample: nothing },
  turnShareLink: {
    sample: async (fixture, as) => ({ params: { linkId: (await addShareLink(fixture, as)).id } }),
    foreign: ({ shareLinkId }) => ({ params: { linkId: shareLinkId } }),
  },
  revokeShareLink: {
    sample: async (fixture, as) => ({ params: { linkId: (await addShareLink(fixture, as)).id } }),
    foreign: ({ shareLinkId }) => ({ params: { linkId: shareLinkId } }),
  },
  revokeShareLinks: { sample: nothing },
  setSharePolicy: { sample: () => ({ body: { mostDays: 90 } }) },
  lookAtSharedSearch: {
    sample: async (fixture) => ({ body: (await addShareLink(fixture, fixture.people.owner)).named }),
  },
  visitSharedSearch: {
    sample: async (fixture) => ({ body: (await addShareLink(fixture, fixture.people.owner)).named }),
  },
  copySharedSearch: {
    needsPlan: true,
    sample: async (fixture) => ({ body: (await addShareLink(fixture, fixture.people.owner)).named }),
  },
  listSharedWithMe: { sample: nothing },
  forgetSharedSearch: {
    sample: async (fixture, as) => {
      const { id, named } = await addShareLink(fixture, fixture.people.stranger)
      await fixture.call('POST', '/api/shared-searches/visits', { as, body: named })
      return { params: { linkId: id } }
    },
    isPersonal: true,
    foreign: ({ visitedLinkId }) => ({ params: { linkId: visitedLinkId } }),
  },
  deleteSavedSearch: {
    sample: async (fixture, as) => ({ params: { searchId: await addSavedSearch(fixture, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
}
