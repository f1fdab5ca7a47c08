import type { searchAnswer, suggestAnswer } from '@freeor/leads/schema'
import { type Answer, FACET_VALUES, type Question, SUGGESTIONS } from '../questions.ts'
import { readJson, type Visitor } from '../server/http.ts'
import { DICTIONARY } from '../server/import-leads.ts'
import type { Engine } from './engine.ts'

/**
 * Our product as a browser sees it: whole HTTP calls of signed-in users, each of their own company, because one company
 * may run only two searches at the same time.
 */
export function openFreeor(visitors: readonly Visitor[]): Engine {
  const idle = [...visitors]
  return {
    name: 'Freeor',
    ask: async (question) => {
      // In turn, so that no company sees more leads than it may in a day.
      const visitor = idle.shift()
      if (visitor === undefined) throw new Error('More questions at once than there are people')
      try {
        return question.suggest ? await suggest(visitor, question.suggest) : await search(visitor, question)
      } finally {
        idle.push(visitor)
      }
    },
    close: async () => {
      for (const visitor of visitors) visitor.close()
    },
  }
}

/** The body of the search call that asks the question. */
export function searchBody({ clauses, facets, map, page, dropOne }: Question): object {
  const filter = clauses.map(({ text }) => text).join(' ')
  if (!facets && !map && !page && !dropOne) return { filter, count_only: true }
  return {
    filter,
    facets: facets ?? [],
    ...(map ? { map: { bbox: map.box, zoom: map.zoom } } : {}),
    limit: page ?? 0,
    ...(page ? { sort: [{ column: 'revenue', direction: 'desc' }] } : {}),
  }
}

async function search(visitor: Visitor, question: Question): Promise<Answer> {
  const reply = await visitor.send('POST', `/api/search/${DICTIONARY}`, searchBody(question))
  const given = readJson(reply) as ReturnType<typeof searchAnswer.parse>
  return {
    count: given.count,
    ...(question.dropOne
      ? { dropOne: given.dropOne.map(({ count }) => count).toSorted((a, b) => a - b) }
      : {}),
    ...(question.facets
      ? {
          facets: Object.fromEntries(
            given.facets.map(({ column, values }) => [
              column,
              values.slice(0, FACET_VALUES).map(({ value, count }) => `${value} ${count}`),
            ]),
          ),
        }
      : {}),
    ...(given.map ? { placed: given.map.cells.reduce((sum, { count }) => sum + count, 0) } : {}),
    ...(question.page ? { page: given.rows.map(({ cells }) => Number(cells.revenue)) } : {}),
  }
}

async function suggest(
  visitor: Visitor,
  { column, text }: NonNullable<Question['suggest']>,
): Promise<Answer> {
  const query = new URLSearchParams({ column, q: text })
  const reply = await visitor.send('GET', `/api/search/${DICTIONARY}/suggest?${query}`)
  const { values } = readJson(reply) as ReturnType<typeof suggestAnswer.parse>
  return { suggest: values.slice(0, SUGGESTIONS).map(({ value, count }) => `${value} ${count}`) }
}
