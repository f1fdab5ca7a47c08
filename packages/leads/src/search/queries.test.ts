import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownedLeadsTable } from '../ownership/owned-leads.ts'
import { topLevel } from '../query/ast.ts'
import { doesMatch } from '../query/evaluate-query.ts'
import { joinQueries } from '../query/split-query.ts'
import { suggestValues } from './suggest.ts'
import { openSampleSearch, type SampleSearch, sampleScope } from './testing.ts'

let system: SampleSearch

beforeAll(async () => {
  system = await openSampleSearch()
})
afterAll(() => system.close())

const search: SampleSearch['search'] = (...asked) => system.search(...asked)

const texts = [
  '',
  'state:TX',
  'state:TX employees:>3 industry:Acme,"acme co"',
  'acme state:TX,NV -active:yes',
  'within:100mi@77001 employees:* company:~a',
  '(city:Houston or zip:@zip_k3) -employees:1..5 -within:60mi@77001',
  // So many that each part is evaluated once, not once for each count without another.
  `state:TX ${Array.from({ length: 45 }, (_, i) => `-box:"29,-96,30,-95.${i + 10}"`).join(' ')} employees:<200`,
  'polygon:"28,-98 32,-98 32,-94 28,-94;29,-97 31,-97 31,-95" revenue:>=1 since:v1',
]

test('the count, and the count without each part, are the same as those of the plain evaluator', async () => {
  for (const q of texts) {
    const answer = await search({ q })
    expect(answer.count, q).toBe(system.matching(q).length)
    const parts = topLevel(joinQueries({ q }).query)
    expect(answer.dropOne).toHaveLength(parts.length)
    for (const [i, part] of parts.entries()) {
      const rest = parts.filter((one) => one !== part)
      const expected = system.leads.filter((lead) =>
        doesMatch(rest.length > 0 ? { type: 'and', of: rest } : null, lead, system.context),
      )
      expect(answer.dropOne[i]?.count, `${q} without ${answer.dropOne[i]?.text}`).toBe(expected.length)
    }
    for (const offset of [0, 1, 7, 1000, 1001, 50_000_000, Number.MAX_SAFE_INTEGER]) {
      const { count } = await search({ q, count_only: true, offset })
      expect(count, `${q} after ${offset}`).toBe(Math.max(0, answer.count - offset))
    }
  }
})

test('leads are counted by the company’s own status, as of the last change of the search', async () => {
  for (const q of [...texts, 'leadstatus:contacted,customer state:TX', '-leadstatus:*']) {
    const found = system.matching(q)
    const expected = Map.groupBy(found, ({ status }) => status)
    const { statuses } = await search({ q, statuses: true })
    expect(new Map(statuses.map(({ status, count }) => [status, count])), q).toEqual(
      new Map([...expected].flatMap(([status, of]) => (status ? [[status, of.length]] : []))),
    )
    expect(statuses.map(({ count }) => count)).toEqual(
      statuses.map(({ count }) => count).toSorted((a, b) => b - a),
    )
  }
  expect((await search({})).statuses).toEqual([])
})

test('facets count every value of the search, with blanks, distinct values and what the search itself names', async () => {
  const q = 'state:TX industry:Acme,nowhere'
  const { facets } = await search({ q, facets: ['industry', 'active'] })
  const found = system.matching(q)
  const [industry, active] = facets
  expect(industry?.values).toContainEqual({ value: 'nowhere', count: 0 })
  expect(industry?.values.reduce((sum, { count }) => sum + count, 0)).toBe(found.length)
  expect(active?.blank).toBe(found.filter((lead) => lead.cells.active === null).length)
  expect(active?.values.find(({ value }) => value === 'true')?.count).toBe(
    found.filter((lead) => lead.cells.active === true).length,
  )
  const all = await search({ facets: ['industry'] })
  const distinct = new Set(
    system.leads.map((lead) => String(lead.cells.industry).toLowerCase()).filter((value) => value !== ''),
  )
  expect(all.facets[0]?.distinct).toBe(distinct.size)
  expect(all.facets[0]?.values).toHaveLength(Math.min(20, distinct.size))
})

test('the map shows every placed lead once and tells how many have no place', async () => {
  const everywhere: [number, number, number, number] = [-180, -90, 180, 90]
  const placed = system.leads.filter((lead) => !Number.isNaN(lead.lat))
  const wide = await search({ map: { bbox: everywhere, zoom: 4 } })
  expect(wide.map?.kind).toBe('hexagons')
  expect(wide.map?.cells.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length)
  expect(wide.map?.unplaced).toBe(system.leads.length - placed.length)
  const box: [number, number, number, number] = [-96, 29, -95, 30]
  const near = await search({ map: { bbox: box, zoom: 9 } })
  const inBox = placed.filter(
    (lead) => lead.lon >= -96 && lead.lon <= -95 && lead.lat >= 29 && lead.lat <= 30,
  )
  expect(near.map?.kind).toBe('points')
  expect(near.map?.cells).toHaveLength(inBox.length)
})

test('rows come in file order, or sorted with blanks last, and no deeper than a thousand', async () => {
  const first = await search({ q: 'state:TX', limit: 5 })
  const expected = system.leads.flatMap((lead, i) => (lead.state === 'TX' ? [String(i + 1)] : [])).slice(0, 5)
  expect(first.rows.map(({ id }) => id)).toEqual(expected)
  const sorted = await search({ sort: [{ column: 'employees', direction: 'desc' }], limit: 50 })
  const values = sorted.rows.map(({ cells }) => Number(cells.employees))
  expect(values).toEqual([...values].sort((a, b) => b - a))
  expect((await search({ offset: 990, limit: 50 })).rows).toHaveLength(10)
  expect((await search({ offset: 1000, limit: 50 })).rows).toHaveLength(0)
  await expect(search({ offset: 1001, limit: 50 })).rejects.toThrow('Rows are shown down to 1,000')
  const last = await search({ sort: [{ column: 'company', direction: 'asc' }], limit: 3 })
  expect(last.rows.every(({ cells }) => cells.company !== '')).toBe(true)
})

test('contact cells are masked until a ready file of the same company holds the lead', async () => {
  const hidden = await search({ q: 'email:*', limit: 1 })
  const [row] = hidden.rows
  expect(row).toMatchObject({ owned: false, masked: ['email'], cells: { email: '•••' } })
  await system.olap.write(
    `INSERT INTO ${ownedLeadsTable} (company_id, dataset_no, lead_id, ready_no) VALUES ('cmp_one', 3, ${row?.id}, 1)`,
  )
  expect((await search({ q: 'email:*', limit: 1 })).rows[0]?.owned).toBe(false)
  system.setReady(1)
  const shown = await search({ q: 'email:*', limit: 1 })
  expect(shown.rows[0]).toMatchObject({ owned: true, masked: [] })
  expect(shown.rows[0]?.cells.email).toBe(system.leads[Number(row?.id) - 1]?.cells.email)
  expect((await search({ q: 'email:*', limit: 1 }, sampleScope('cmp_two'))).rows[0]?.owned).toBe(false)
})

test('contact columns cannot be sorted, counted by value, suggested or filtered by value', async () => {
  await expect(search({ sort: [{ column: 'email', direction: 'asc' }] })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await expect(search({ facets: ['email'] })).rejects.toMatchObject({ code: 'invalid_request' })
  for (const q of ['email:a', 'email:~a', 'email:a*']) {
    await expect(search({ q })).rejects.toMatchObject({ code: 'invalid_query' })
  }
  await expect(
    suggestValues(system.deps, system.dataset, { column: 'email', q: 'ab' }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('leads that are gone are those of an older version that the searched one lacks', async () => {
  const answer = await search({ q: 'gone:v2' })
  expect(answer).toMatchObject({ count: 1, dataVersion: 4, rows: [{ id: '9001' }] })
  expect(answer.dropOne).toEqual([{ text: 'gone:v2', count: system.leads.length }])
  const narrowed = await search({
    q: 'gone:v2 state:TX',
    facets: ['industry'],
    map: { bbox: [-180, -90, 180, 90], zoom: 3 },
  })
  expect(narrowed.count).toBe(1)
  expect(narrowed.dropOne).toEqual([
    { text: 'state:TX', count: 1 },
    { text: 'gone:v2', count: system.matching('state:TX').length },
  ])
  expect((await search({ q: 'gone:v2 -state:TX' })).count).toBe(0)
  await expect(search({ q: 'gone:v3' })).rejects.toMatchObject({ code: 'gone' })
  await expect(search({ q: '-gone:v2' })).rejects.toMatchObject({ code: 'invalid_query' })
})

test('an older version is searched as it was, while it is kept', async () => {
  expect(await search({ asOf: 2 })).toMatchObject({ count: 3, dataVersion: 2 })
  await expect(search({ asOf: 3 })).rejects.toMatchObject({ code: 'gone', details: { versions: [4, 2] } })
})

test('an error names the text it is in, the position in it and what was expected', async () => {
  await expect(search({ filter: 'state:TX', q: 'employes:3' })).rejects.toMatchObject({
    code: 'invalid_query',
    details: { field: 'q', position: 0, length: 8, expected: ['employees'] },
  })
  await expect(search({ dslFilter: 'state:TX county:"Nowhere, TX"' })).rejects.toMatchObject({
    details: { field: 'dslFilter', position: 17, length: 11 },
  })
  await expect(search({ dslFilter: 'zip:@zip_other' })).rejects.toMatchObject({
    details: { field: 'dslFilter', position: 4 },
  })
})

test('suggestions begin with the text, in any case, then contain it, with their counts', async () => {
  const { values } = await suggestValues(system.deps, system.dataset, { column: 'company', q: 'AC' })
  expect(values.map(({ value }) => value.toLowerCase())).toContain('acme co')
  const acme = values.find(({ value }) => value.toLowerCase() === 'acme')
  expect(acme?.count).toBe(
    system.leads.filter((lead) => String(lead.cells.company).toLowerCase() === 'acme').length,
  )
  expect(
    (await suggestValues(system.deps, system.dataset, { column: 'company', q: 'cole' })).values.length,
  ).toBeGreaterThan(0)
  expect((await suggestValues(system.deps, system.dataset, { column: 'company', q: 'a' })).values).toEqual([])
  expect(
    (await suggestValues(system.deps, system.dataset, { column: 'company', q: "%'" })).values,
  ).toBeDefined()
})

test('what looks like SQL is only ever text', async () => {
  for (const text of [
    "file('/etc/passwd')",
    "url('http://127.0.0.1')",
    "' OR 1=1 --",
    '/* */',
    '`c_email`',
    'x SETTINGS a=1',
    'x FORMAT CSV',
    '{p0:String}',
  ]) {
    const quoted = JSON.stringify(text)
    for (const q of [
      quoted,
      `company:${quoted}`,
      `company:~${quoted}`,
      `city:${quoted}`,
      `industry:${quoted}*`,
    ]) {
      expect((await search({ q, facets: ['industry'], count_only: false })).count, q).toBe(
        system.matching(q).length,
      )
    }
  }
})
