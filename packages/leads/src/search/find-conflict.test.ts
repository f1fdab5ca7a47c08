import { afterAll, beforeAll, expect, test } from 'vitest'
import { topLevel } from '../query/ast.ts'
import { doesMatch } from '../query/evaluate-query.ts'
import { joinQueries } from '../query/split-query.ts'
import { findConflict } from './find-conflict.ts'
import { openSampleSearch, type SampleSearch, sampleScope } from './testing.ts'

let system: SampleSearch

beforeAll(async () => {
  system = await openSampleSearch()
})
afterAll(() => system.close())

const explain = (q: string) =>
  findConflict(system.deps, sampleScope('cmp_one'), { dataset: system.dataset, request: { q } })

/** The leads for which all of the given clauses hold, according to the plain evaluator. */
function countOf(q: string, texts: readonly string[]): number {
  const parts = topLevel(joinQueries({ q }).query)
  const printed = texts.length === 0 ? null : joinQueries({ q: texts.join(' ') }).query
  expect(topLevel(printed).length).toBeLessThanOrEqual(parts.length)
  return system.leads.filter((lead) => doesMatch(printed, lead, system.context)).length
}

const empties = [
  'state:TX -state:TX',
  'employees:>5 employees:<5 state:TX',
  'state:TX city:Houston employees:>=1 industry:nowhere',
  'zip:77002 active:yes company:~a -active:yes',
  '(state:TX or state:NV) -state:TX,NV company:*',
]

test('what is called a conflict excludes every lead, and leaving any of its clauses out excludes fewer', async () => {
  for (const q of empties) {
    const why = await explain(q)
    expect(why.count, q).toBe(0)
    const { conflict, removal, dropOne } = why
    expect(countOf(q, conflict ?? []), q).toBe(0)
    for (const text of conflict ?? [])
      expect(
        countOf(q, conflict?.filter((one) => one !== text) ?? []),
        `${q} without ${text}`,
      ).toBeGreaterThan(0)
    const left = dropOne.map(({ text }) => text).filter((text) => !removal?.parts.includes(text))
    expect(countOf(q, left), q).toBe(removal?.count)
    expect(removal?.count).toBeGreaterThan(0)
    // The counts without each clause are the search's own.
    expect(dropOne).toEqual((await system.search({ q })).dropOne)
  }
})

test('a search that finds something, one with gone: and one of very many clauses have no conflict to name', async () => {
  const unknown = { conflict: null, removal: null }
  expect(await explain('state:TX')).toMatchObject(unknown)
  expect(await explain('')).toMatchObject(unknown)
  expect(await explain('gone:v2 state:TX -state:TX')).toMatchObject({ count: 0, ...unknown })
  const many = Array.from({ length: 12 }, (_, i) => `-box:"29,-96,30,-95.${i + 10}"`).join(' ')
  const why = await explain(`state:TX -state:TX ${many}`)
  expect(why).toMatchObject({ count: 0, ...unknown })
  expect(why.dropOne.length).toBeGreaterThan(12)
})

test('it is refused as the search is: what cannot be read, what is covered, what another company has', async () => {
  for (const q of ['employees:50..x', 'email:a', 'zip:@zip_other'])
    await expect(explain(q)).rejects.toMatchObject({ code: 'invalid_query' })
})
