import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemberPages, type ReadPage } from './member-pages.ts'

/** Whatever is lost, delayed or overtaken, the table ends as a fresh query would have it. */

type Row = { id: number; score: number }

type Step =
  | { kind: 'change'; id: number; score: number }
  | { kind: 'add' | 'remove'; id: number }
  /** Of those on their way: answered, failed. */
  | { kind: 'answer' | 'fail'; which: number }
  /** An event arrives; or it is lost, and the stream connects again later. */
  | { kind: 'event' }
  | { kind: 'scroll'; first: number }

const pageSize = 4
const shown = 6

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), id: fc.nat(20), score: fc.nat(100) }),
  fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), id: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('answer' as const, 'fail' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('event' as const) }),
  fc.record({ kind: fc.constant('scroll' as const), first: fc.nat(16) }),
)

/** A server whose answers are what it has when it reads, sent in any order. */
function openServer() {
  const scores = new Map(Array.from({ length: 12 }, (_, id) => [id, 0]))
  const rows = (): Row[] =>
    [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id)
  const page = (offset: number): ReadPage<Row> => ({
    total: scores.size,
    members: rows().slice(offset, offset + pageSize),
  })
  const onTheirWay: { answer(): void; fail(): void }[] = []
  const read = (offset: number) =>
    new Promise<ReadPage<Row>>((resolve, reject) => {
      // Read now, arriving later.
      const answer = page(offset)
      onTheirWay.push({ answer: () => resolve(answer), fail: () => reject(new Error('no network')) })
    })
  return { scores, rows, page, read, onTheirWay }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('after any order, loss and reconnect the rows on screen equal a fresh query', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const server = openServer()
      const { scores, onTheirWay } = server
      const options = { pageSize, read: server.read, onChange: () => undefined, retryMs: 0 }
      const pages = new MemberPages<Row>(options, server.page(0))
      let first = 0
      pages.show(first, first + shown)
      for (const one of steps) {
        if (one.kind === 'change' && scores.has(one.id)) scores.set(one.id, one.score)
        if (one.kind === 'add') scores.set(one.id, scores.get(one.id) ?? 0)
        if (one.kind === 'remove') scores.delete(one.id)
        if (one.kind === 'event') pages.refresh()
        if (one.kind === 'scroll') {
          first = one.first
          pages.show(first, first + shown)
        }
        if (one.kind === 'answer' || one.kind === 'fail') {
          const [call] = onTheirWay.splice(one.which % Math.max(1, onTheirWay.length), 1)
          call?.[one.kind]()
        }
        await turn()
      }
      // The stream is open again: it says "read again", and the network answers.
      pages.refresh()
      for (let quiet = 0; quiet < 3; quiet = onTheirWay.length === 0 ? quiet + 1 : 0) {
        for (const call of onTheirWay.splice(0)) call.answer()
        await turn()
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      const fresh = server.rows()
      expect(pages.total).toBe(fresh.length)
      for (let at = first; at <= first + shown; at++) expect(pages.row(at)).toEqual(fresh[at])
      pages.close()
    }),
    { numRuns: 150 },
  )
})

test('an answer that was overtaken does not replace a newer one, and many events are one more read', async () => {
  const server = openServer()
  const pages = new MemberPages<Row>(
    { pageSize, read: server.read, onChange: () => undefined },
    server.page(0),
  )
  pages.show(0, 3)
  for (let n = 0; n < 50; n++) pages.refresh()
  expect(server.onTheirWay).toHaveLength(1)
  server.scores.set(0, 99)
  pages.refresh()
  server.onTheirWay.shift()?.answer()
  await turn()
  expect(server.onTheirWay).toHaveLength(1)
  server.onTheirWay.shift()?.answer()
  await turn()
  expect(pages.row(0)).toEqual({ id: 0, score: 99 })
  expect(server.onTheirWay).toHaveLength(0)
})
