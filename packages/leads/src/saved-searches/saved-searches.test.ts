import { proveSuperAdminScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
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
import { savedSearchInput } from '../schema.ts'
import { openCountLimiter } from '../search/count-limiter.ts'
import type { SearchDataset } from '../search/ports.ts'
import { openSearchLimiter } from '../search/search-limiter.ts'
import { prepareZipList } from '../zip-lists/prepare-zip-list.ts'
import {
  deleteAnySavedSearch,
  deleteSavedSearch,
  renameSavedSearch,
  type SaveDeps,
  saveSearch,
} from './commands.ts'
import { getSavedSearch, listSavedSearches } from './queries.ts'

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
      prepareZipList: async (scope, id) => await prepareZipList({ db, olap: engine.olap }, scope, id),
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
    searchName: 'Big in Texas',
    geographyParams: 'state:TX',
    searchParams: expect.stringMatching(/^employees:\S+ employees:\S+$/),
    queryUrl: {
      url: expect.stringMatching(/^\/_search\/sample\?filter=employees.*&dslFilter=state%3ATX$/),
      filter: saved.searchParams,
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
  expect(saved).toMatchObject({ geographyParams: 'state:CA,NV', searchParams: '', count: 60 })
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
    await expect(renameSavedSearch(deps, other, { id, searchName: 'Mine' })).rejects.toMatchObject(missing)
    await expect(deleteSavedSearch(deps, other, id)).rejects.toMatchObject(missing)
    expect(await listSavedSearches(deps.db, other)).toEqual([])
  }
  expect(await renameSavedSearch(deps, owner, { id, searchName: 'Texas' })).toMatchObject({
    searchName: 'Texas',
  })
  await expect(renameSavedSearch(deps, owner, { id, searchName: ' ' })).rejects.toMatchObject({
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
