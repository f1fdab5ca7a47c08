import type { ListedDownload } from '@freeor/leads/downloads/schema'
import { downloads } from '@freeor/leads/downloads/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture()
})
afterAll(async () => await fixture.close())

async function listed(as: Person, query = ''): Promise<ListedDownload[]> {
  const { status, text, body } = await fixture.call('GET', `/api/downloads${query}`, { as })
  expect(status, text).toBe(200)
  return (body as { downloads: ListedDownload[] }).downloads
}

test('files are one’s own or a colleague’s, with who ordered each; without a word all of them are listed', async () => {
  const { owner, member, viewer, stranger } = fixture.people
  const first = await download(fixture, owner)
  const theirs = await download(fixture, member)
  const last = await download(fixture, owner)
  const idsOf = async (as: Person, query?: string) => (await listed(as, query)).map(({ id }) => id)

  expect(await idsOf(owner)).toEqual([last.id, theirs.id, first.id])
  expect(await idsOf(owner, '?whose=mine')).toEqual([last.id, first.id])
  expect(await idsOf(owner, `?whose=mine&before=${last.timestamp}`)).toEqual([first.id])
  expect(await idsOf(owner, `?after=${last.id}`)).toEqual([theirs.id, first.id])
  expect(await idsOf(owner, `?whose=mine&after=${theirs.id}`)).toEqual([first.id])
  expect(await idsOf(owner, '?after=dl_nothing')).toEqual([])
  expect(await listed(owner, '?whose=colleagues')).toMatchObject([
    { id: theirs.id, ordererName: 'Test member' },
  ])
  expect(await idsOf(viewer, '?whose=mine')).toEqual([])
  expect(await idsOf(viewer, '?whose=colleagues&limit=2')).toEqual([last.id, theirs.id])
  expect(await idsOf(stranger, '?whose=colleagues')).toEqual([])
  for (const query of ['whose=nobody', 'before=yesterday', 'before=0000-01-01T00:00:00Z'])
    expect((await fixture.call('GET', `/api/downloads?${query}`, { as: owner })).status, query).toBe(422)
  expect(await idsOf(owner, '?before=0001-01-01T00:00:00Z')).toEqual([])
})

test('files of the same millisecond are all listed, whichever of them a page ends with', async () => {
  const { owner } = fixture.people
  await Promise.all([download(fixture, owner), download(fixture, owner), download(fixture, owner)])
  await fixture.deps.db.update(downloads).set({ createdAt: new Date('2026-11-01T00:00:00Z') })
  const all = (await listed(owner)).map(({ id }) => id)
  const seen: string[] = []
  for (const _ of all) {
    const after = seen.at(-1)
    const page = await listed(owner, `?limit=1${after === undefined ? '' : `&after=${after}`}`)
    seen.push(...page.map(({ id }) => id))
  }
  expect(all.length).toBeGreaterThanOrEqual(3)
  expect(seen).toEqual(all)
})
