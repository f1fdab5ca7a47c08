import type { Session } from 'chdb'
import { describe, expect, it, vi } from 'vitest'
import { keepSessions, type Settings } from './embedded-sessions.ts'
import { anyRow, openEngineFixture, testCaps } from './testing.ts'

const fixture = openEngineFixture()
const { countRunning, childMegabytes } = fixture

describe('kept sessions', () => {
  const ten: Settings = [
    ['max_threads', '2'],
    ['max_execution_time', '10'],
  ]
  const sixty: Settings = [['max_execution_time', '60']]

  function keep(mostIdle: number) {
    const open = vi.fn(async () => {
      const close = vi.fn()
      return { close } as unknown as Session
    })
    return { ...keepSessions(open, mostIdle), open }
  }

  it('serve one request at a time, and the next one of the same settings in any order', async () => {
    const { take, giveBack, open } = keep(2)
    const [first, second] = [await take(ten), await take(ten)]
    expect(second).not.toBe(first)
    giveBack(ten, first)
    expect(await take([...ten].reverse())).toBe(first)
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('are never those of other settings', async () => {
    const { take, giveBack } = keep(2)
    const first = await take(ten)
    giveBack(ten, first)
    expect(await take(sixty)).not.toBe(first)
    expect(await take(ten)).toBe(first)
  })

  it('make room: the one that nobody used for longest is closed', async () => {
    const { take, giveBack } = keep(2)
    const [oldest, other, newest] = [await take(ten), await take(sixty), await take(ten)]
    giveBack(ten, oldest)
    giveBack(sixty, other)
    giveBack(ten, newest)
    expect([oldest, other, newest].map(({ close }) => vi.mocked(close).mock.calls.length)).toEqual([1, 0, 0])
    expect(await take(sixty)).toBe(other)
    expect(await take(ten)).toBe(newest)
  })
})

// A session that is closed meanwhile frees its 2 MB only when the long statement has ended.
it('statements beside a long one leave the memory of the engine level', async () => {
  await fixture.olap.write(
    'CREATE TABLE beside ENGINE = MergeTree ORDER BY n AS SELECT number AS n FROM numbers(100000)',
  )
  const countThem = async (times: number) => {
    for (let time = 0; time < times; time++)
      await fixture.olap.ask({
        sql: 'SELECT count() FROM beside WHERE n > 5',
        row: anyRow,
        pool: 'writer',
        caps: testCaps,
      })
  }
  await countThem(20)
  const over = new AbortController()
  const long = fixture.olap.ask({
    sql: "SELECT sum(sleepEachRow(1)), 'long one' FROM numbers(3000) SETTINGS max_block_size = 1",
    row: anyRow,
    pool: 'writer',
    caps: { seconds: 3_000 },
    signal: over.signal,
  })
  const ended = expect(long).rejects.toThrow('the others are done')
  await vi.waitFor(async () => expect(await countRunning('%long one%')).toBe(1), { timeout: 60_000 })
  const before = childMegabytes()
  await countThem(400)
  expect(await countRunning('%long one%')).toBe(1)
  const grown = childMegabytes() - before
  over.abort(new Error('the others are done'))
  await ended
  expect(grown).toBeLessThan(100)
})
