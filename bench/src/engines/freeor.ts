import type { searchAnswer, suggestAnswer } from '@freeor/leads/schema'
import { type Answer, FACET_VALUES, type Question, SUGGESTIONS } from '../questions.ts'
import { readJson, type Visitor } from '../server/http.ts'
import { DICTIONARY } from '../server/import-leads.ts'
import type { Engine } from './engine.ts'

/** More answers than the product keeps of one engine. */
const KEPT_ANSWERS = 500

/**
 * Our product as a browser sees it: whole HTTP calls of signed-in people, each of a company of its own, as one company
 * may have only two searches under way. Every question is one that nobody asked before.
 */
export function openFreeor(visitors: readonly Visitor[]): Engine {
  const idle = [...visitors]
  let asked = 0
  const withVisitor = async <T>(work: (visitor: Visitor) => Promise<T>): Promise<T> => {
    const visitor = idle.shift()
    if (visitor === undefined) throw new Error('More questions at once than there are people')
    try {
      return await work(visitor)
    } finally {
      idle.push(visitor)
    }
  }
  return {
    name: 'Freeor',
    ask: async (question) =>
      await withVisitor(async (visitor) =>
        question.suggest
          ? await suggest(visitor, question.suggest)
          : await search(visitor, reworded(question, ++asked)),
      ),
    forget: async ({ clauses }) => {
      if (clauses.some((clause) => clause.reworded)) return
      for (let i = 0; i < KEPT_ANSWERS; i++) {
        const filter = `zip:00501 employees:1..${++asked}`
        await withVisitor(
          async (visitor) => await visitor.send('POST', path, { filter, count_only: true }).then(readJson),
        )
      }
    },
    close: async () => {
      for (const visitor of visitors) visitor.close()
    },
  }
}

const path = `/api/search/${DICTIONARY}`

/** The same question as nobody asked it before; its first clause that can be is put in words of its own. */
export function reworded(question: Question, n: number): Question {
  const at = question.clauses.findIndex((clause) => clause.reworded)
  const clauses = question.clauses.map((clause, i) =>
    i === at ? { ...clause, text: clause.reworded?.(n) ?? clause.text } : clause,
  )
  return { ...question, clauses }
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
  const reply = await visitor.send('POST', path, searchBody(question))
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
