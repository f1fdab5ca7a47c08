import type { SavedSearch } from '@freeor/leads/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({ firms: 40, jobs: false })
})

afterAll(async () => await world.close())

const save = (as: Person, body: object = {}) =>
  world.call<SavedSearch>('POST', '/api/saved-searches', {
    as,
    body: { dictId: 'firms', searchName: 'Texans', dslFilter: 'state:TX', ...body },
  })

const list = async (as: Person) =>
  (await world.call<{ savedSearches: SavedSearch[] }>('GET', '/api/saved-searches', { as })).body
    .savedSearches

test('a search is kept with its count and comes back under its name, for its person alone', async () => {
  const { owner, member } = world.people
  const saved = await save(owner)
  expect(saved.status, saved.text).toBe(201)
  expect(saved.body).toMatchObject({ searchName: 'Texans', uid: owner.userId, missingColumns: [] })
  expect(await list(owner)).toEqual([saved.body])
  expect(await list(member)).toEqual([])
})

test('a search without a name, or without a geography, is not kept', async () => {
  const { stranger } = world.people
  for (const body of [
    { searchName: '' },
    { searchName: '   ' },
    { dslFilter: '' },
    { dslFilter: 'nonsense:1' },
  ])
    expect((await save(stranger, body)).status).toBe(422)
  expect(await list(stranger)).toEqual([])
})

test('a super admin deletes anyone’s search, a person only their own', async () => {
  const { admin, member, superAdmin } = world.people
  const { body } = await save(member)
  const path = `/api/saved-searches/${body.id}`
  expect((await world.call('DELETE', path, { as: admin })).status).toBe(404)
  expect((await world.call('DELETE', path, { as: superAdmin })).status).toBe(204)
  expect((await world.call('DELETE', path, { as: superAdmin })).status).toBe(404)
  expect(await list(member)).toEqual([])
})
