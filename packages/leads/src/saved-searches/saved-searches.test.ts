import { proveSuperAdminScope } from '@freeor/accounts/scope'
import { companyMembers, users } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { addMember, newCompany, sampleColumns, storeLeads } from '../downloads/testing.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import { openCountLimiter } from '../search/count-limiter.ts'
import type { SearchDataset } from '../search/ports.ts'
import { openSearchLimiter } from '../search/search-limiter.ts'
import { prepareZipList } from '../zip-lists/prepare-zip-list.ts'
import { changeSavedSearch, duplicateSavedSearch, type SaveDeps, saveSearch } from './commands.ts'
import { deleteAnySavedSearch, deleteSavedSearch } from './deletion/commands.ts'
import { parseStoredSearches } from './parsing/commands.ts'
import { getSavedSearch, listCompanySearches, listSavedSearches } from './queries.ts'
import { savedSearchInput } from './schema.ts'
import { savedSearches } from './tables.ts'

const clock = fakeClock('2026-03-01T12:00:00Z')
let database: TestDatabase
let engine: TestOlap
let deps: SaveDeps
let dataset: SearchDataset

beforeAll(async () => {
  ;[database, engine] = await Promise.all([testDatabase(), testOlap()])
  const { db } = database
  deps = {
    db,
    clock,
    counting: openCountLimiter(),
    search: {
      olap: engine.olap,
      places: knownPlaces,
      searches: openSearchLimiter(clock),
      statements: openLimiter({ concurrency: 8 }),
      prepareMarks: async () => undefined,
      prepareZipList: async (scope, id) => await prepareZipList({ db, olap: engine.olap }, scope, id),
      prepareOwnList: async () => undefined,
      prepareLeadNotes: async ({ companyId }, datasetNo) => ({ companyId, datasetNo, revision: 0 }),
      readRowNotes: async () => new Map(),
      readOwnership: async ({ companyId }, datasetNo) =>
        await readOwnership({ db, olap: engine.olap }, { companyId, datasetNo }),
    },
  }
  const leads = Array.from({ length: 90 }, (_, index) => ({
    id: index + 1,
    state: ['TX', 'CA', 'NV'][index % 3] ?? '',
    employees: index,
  }))
  await storeLeads(engine.olap, 1, leads)
  const importedAt = clock.now()
  await db
    .insert(datasets)
    .values({ dictId: 'sample', name: 'Sample', currentVersion: 1, createdAt: importedAt })
  const version = { dictId: 'sample', version: 1, rows: 90, importedAt, identity: {} as never }
  await db.insert(datasetVersions).values({ ...version, columns: [...sampleColumns] })
  dataset = {
    datasetNo: 1,
    revision: 0,
    dictionary: {
      dictId: 'sample',
      name: 'Sample',
      description: '',
      columns: [...sampleColumns],
      version: 1,
      rows: 90,
      importedAt: importedAt.toISOString(),
      versions: [{ version: 1, rows: 90, importedAt: importedAt.toISOString() }],
      bounds: null,
    },
    versionColumns: new Map([[1, sampleColumns]]),
  }
})

afterAll(async () => {
  await engine?.close()
  await database?.close()
})

const ask = (input: object) => ({ dataset, input: savedSearchInput.parse({ dictId: 'sample', ...input }) })
const person = async () => await newCompany(deps.db, { now: clock.now() })
const inTexas = { searchName: 'Big in Texas', dslFilter: 'state:tx', filter: 'employees:>=30' }

test('a search is kept in canonical words with the leads it matched', async () => {
  const scope = await person()
  const saved = await saveSearch(
    deps,
    scope,
    ask({ ...inTexas, searchName: ' Big in Texas ', q: 'employees:<60' }),
  )
  expect(saved).toEqual({
    id: expect.stringMatching(/^srch_/),
    uid: scope.userId,
    ownerName: expect.any(String),
    searchName: 'Big in Texas',
    notes: '',
    tags: [],
    visibleToCompany: false,
    geographyParams: [{ type: 'place', kind: 'state', states: ['TX'] }],
    searchParams: [
      { type: 'column', column: 'employees', match: { op: 'range', from: { value: '30', inclusive: true } } },
      { type: 'column', column: 'employees', match: { op: 'range', to: { value: '60', inclusive: false } } },
    ],
    queryUrl: {
      url: expect.stringMatching(/^\/_search\/sample\?filter=employees.*&dslFilter=state%3ATX$/),
      filter: expect.stringMatching(/^employees:\S+ employees:\S+$/),
      dslFilter: 'state:TX',
      dictId: 'sample',
    },
    count: 10,
    timestamp: '2026-03-01T12:00:00.000Z',
    missingColumns: [],
  })
  expect(await getSavedSearch(deps.db, scope, saved.id)).toEqual(saved)
  expect(await listSavedSearches(deps.db, scope)).toEqual([saved])
})

test('a search without a name or without a geography is not kept, and says so in the specification’s words', async () => {
  const scope = await person()
  await expect(saveSearch(deps, scope, ask({ ...inTexas, searchName: '  ' }))).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Please name your search before saving.',
  })
  await expect(saveSearch(deps, scope, ask({ ...inTexas, dslFilter: '' }))).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'Select a geography to save this search',
  })
  await expect(saveSearch(deps, scope, ask({ ...inTexas, filter: 'nonsense:1' }))).rejects.toMatchObject({
    code: 'invalid_query',
  })
  expect(await listSavedSearches(deps.db, scope)).toEqual([])
})

test('a geography written into the free text counts as one', async () => {
  const saved = await saveSearch(deps, await person(), ask({ searchName: 'x', q: 'state:CA,NV' }))
  expect(saved).toMatchObject({
    queryUrl: { dslFilter: 'state:CA,NV', filter: '' },
    searchParams: [],
    count: 60,
  })
})

test('a viewer keeps no searches', async () => {
  const { companyId } = await person()
  const viewer = await addMember(deps.db, { companyId, role: 'viewer', now: clock.now() })
  await expect(saveSearch(deps, viewer, ask(inTexas))).rejects.toMatchObject({ code: 'forbidden' })
})

test('only its owner sees, renames or deletes a search; a super admin may delete it', async () => {
  const owner = await person()
  const colleague = await addMember(deps.db, { companyId: owner.companyId, role: 'admin', now: clock.now() })
  const { id } = await saveSearch(deps, owner, ask(inTexas))
  const missing = { code: 'not_found', message: 'There is no such search' }
  for (const other of [colleague, await person()]) {
    await expect(getSavedSearch(deps.db, other, id)).rejects.toMatchObject(missing)
    await expect(
      changeSavedSearch(deps, other, { id, change: { searchName: 'Mine' } }),
    ).rejects.toMatchObject(missing)
    await expect(deleteSavedSearch(deps, other, id)).rejects.toMatchObject(missing)
    expect(await listSavedSearches(deps.db, other)).toEqual([])
  }
  expect(await changeSavedSearch(deps, owner, { id, change: { searchName: 'Texas' } })).toMatchObject({
    searchName: 'Texas',
  })
  await expect(changeSavedSearch(deps, owner, { id, change: { searchName: ' ' } })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  const superAdmin = proveSuperAdminScope({
    ...{ kind: 'user', userId: newId('usr'), email: 'root@example.com', name: 'Root' },
    ...{ emailVerified: true, superAdmin: true, sessionId: newId('ses') },
  })
  await deleteAnySavedSearch(deps, superAdmin, id)
  await expect(getSavedSearch(deps.db, owner, id)).rejects.toMatchObject(missing)
  const again = await saveSearch(deps, owner, ask(inTexas))
  await deleteSavedSearch(deps, owner, again.id)
  expect(await listSavedSearches(deps.db, owner)).toEqual([])
})

test('a search whose column went away names it and keeps its words', async () => {
  const scope = await person()
  const saved = await saveSearch(deps, scope, ask({ ...inTexas, filter: 'employees:>=30 -industry:Retail' }))
  const fewer = sampleColumns.filter(({ key }) => key !== 'industry')
  await deps.db.update(datasetVersions).set({ columns: fewer }).where(eq(datasetVersions.dictId, 'sample'))
  try {
    const reopened = await getSavedSearch(deps.db, scope, saved.id)
    expect(reopened).toEqual({ ...saved, missingColumns: ['industry'] })
  } finally {
    await deps.db.update(datasetVersions).set({ columns: [...sampleColumns] })
  }
})

test('the searches of a person who is deleted are deleted too', async () => {
  const { companyId } = await person()
  const member = await addMember(deps.db, { companyId, role: 'member', now: clock.now() })
  await saveSearch(deps, member, ask(inTexas))
  await deps.db.delete(users).where(eq(users.id, member.userId))
  expect(await listSavedSearches(deps.db, member)).toEqual([])
})

test('searches from before their filters were kept parsed are filled in, deleted ones too, and others are left alone', async () => {
  const scope = await person()
  const old = await saveSearch(deps, scope, ask(inTexas))
  const deleted = await saveSearch(deps, scope, ask({ ...inTexas, filter: 'industry:Retail' }))
  const isTheirs = eq(savedSearches.userId, scope.userId)
  const before = await deps.db.select().from(savedSearches).where(isTheirs)
  const columns = { searchParams: null, geographyParams: null }
  await deps.db.update(savedSearches).set(columns).where(isTheirs)
  await deleteSavedSearch(deps, scope, deleted.id)
  expect(await getSavedSearch(deps.db, scope, old.id)).toEqual(old)
  const kept = await saveSearch(deps, scope, ask({ ...inTexas, dslFilter: 'state:CA' }))
  const marker = [{ type: 'text' as const, text: 'untouched' }]
  await deps.db.update(savedSearches).set({ searchParams: marker }).where(eq(savedSearches.id, kept.id))
  expect(await parseStoredSearches(deps.db)).toBe(2)
  expect(await parseStoredSearches(deps.db)).toBe(0)
  const after = await deps.db.select().from(savedSearches).where(isTheirs)
  for (const row of before)
    expect(after.find(({ id }) => id === row.id)).toMatchObject({
      searchParams: row.searchParams,
      geographyParams: row.geographyParams,
    })
  expect(after.find(({ id }) => id === kept.id)?.searchParams).toEqual(marker)
})

test('a search is seen by colleagues only while its owner says so and is one of them', async () => {
  const owner = await person()
  const { companyId } = owner
  const author = await addMember(deps.db, { companyId, role: 'member', now: clock.now() })
  const viewer = await addMember(deps.db, { companyId, role: 'viewer', now: clock.now() })
  const { id } = await saveSearch(deps, author, ask({ ...inTexas, visibleToCompany: true }))
  expect((await listCompanySearches(deps.db, viewer)).map((search) => search.id)).toEqual([id])
  expect(await getSavedSearch(deps.db, owner, id)).toMatchObject({
    uid: author.userId,
    visibleToCompany: true,
  })
  expect(await listCompanySearches(deps.db, author)).toEqual([])
  expect(await listCompanySearches(deps.db, await person())).toEqual([])
  const missing = { code: 'not_found' }
  await expect(changeSavedSearch(deps, owner, { id, change: { notes: 'x' } })).rejects.toMatchObject(missing)
  await expect(deleteSavedSearch(deps, owner, id)).rejects.toMatchObject(missing)
  await deps.db.delete(companyMembers).where(eq(companyMembers.userId, author.userId))
  expect(await listCompanySearches(deps.db, viewer)).toEqual([])
  await expect(getSavedSearch(deps.db, owner, id)).rejects.toMatchObject(missing)
})

test('a copy is the person’s own, and what a colleague does not show cannot be copied', async () => {
  const owner = await person()
  const { companyId } = owner
  const author = await addMember(deps.db, { companyId, role: 'member', now: clock.now() })
  const viewer = await addMember(deps.db, { companyId, role: 'viewer', now: clock.now() })
  const words = { notes: 'Ask Ann', tags: ['roofers', 'Roofers', 'spring'] }
  const { id } = await saveSearch(deps, author, ask({ ...inTexas, ...words }))
  await expect(duplicateSavedSearch(deps, owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await changeSavedSearch(deps, author, { id, change: { visibleToCompany: true } })
  const copy = await duplicateSavedSearch(deps, owner, id)
  expect(copy).toMatchObject({
    ...{ uid: owner.userId, searchName: 'Copy of Big in Texas', visibleToCompany: false, count: 20 },
    ...{ notes: 'Ask Ann', tags: ['Roofers', 'spring'], queryUrl: { dslFilter: 'state:TX' } },
  })
  expect(copy.id).not.toBe(id)
  await expect(duplicateSavedSearch(deps, viewer, id)).rejects.toMatchObject({ code: 'forbidden' })
})
