import { readFileSync } from 'node:fs'
import { startTestOlap, type TestOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import type { OlapParams } from './olap.ts'

/** A row of any shape. */
export const anyRow = z.record(z.string(), z.unknown())

/** For statements of tests that are about something else than the caps of a search. */
export const testCaps = { seconds: 60 }

/** A built-in engine for the tests of a file, and what they do with it. */
export function openEngineFixture() {
  let engine: TestOlap

  beforeAll(async () => {
    engine = await startTestOlap()
  })

  afterAll(async () => {
    await engine.close()
  })

  return {
    get olap() {
      return engine.olap
    },
    /** The first row of a search. */
    askOne: async (sql: string, params: OlapParams = {}) =>
      (await engine.olap.ask({ sql, params, row: anyRow, caps: testCaps }))[0],
    /** How many running statements are LIKE this. */
    async countRunning(like: string): Promise<number> {
      const sql = `SELECT count() AS c FROM system.processes WHERE query LIKE {like:String} AND query NOT LIKE '%system.processes%'`
      const row = z.object({ c: z.coerce.number() })
      const [found] = await engine.olap.ask({ sql, params: { like }, row, pool: 'writer', caps: testCaps })
      return found?.c ?? 0
    },
    /** Memory of the engine's process in MiB; measured on Linux only, 0 elsewhere. */
    childMegabytes(): number {
      if (process.platform !== 'linux') return 0
      const status = readFileSync(`/proc/${engine.olap.pid}/status`, 'utf8')
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
  }
}
