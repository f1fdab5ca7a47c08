import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@freeor/clickhouse/embedded'
import { type Olap, olapDatabase, searchCaps } from '@freeor/clickhouse/olap'
import { inject } from 'vitest'
import { z } from 'zod'

export type TestOlap = {
  readonly olap: EmbeddedClickHouse
  readonly dataDir: string
  /** Gives the engine back, or ends it, with all its tables. */
  close(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that is removed when the run ends. */
    runFolder: string
  }
}

/** How many times as long as in a server a statement may take. */
const SLOWER = 20

type Engine = { readonly olap: EmbeddedClickHouse; readonly dataDir: string }

/** Each import reads them, no test changes them, and filling them is most of the work of importing a small file. */
const placeTables = '^(zip_places|county_names|county_titles)_[0-9]+$'

/** Idle engines of this worker. They end with the worker's process. */
const idle: Engine[] = []

/**
 * A search engine without tables but those of places, for one test file. The files of a worker reuse it one after the
 * other, since starting one takes half a second, and filling the tables of places a second. A test that does something
 * to an engine itself, e.g. kills it, uses `startTestOlap`.
 */
export async function testOlap(): Promise<TestOlap> {
  const engine = idle.pop() ?? (await start())
  const close = async () => {
    try {
      await removeTables(engine.olap)
      idle.push(engine)
    } catch {
      await end(engine)
    }
  }
  return { dataDir: engine.dataDir, olap: patient(engine.olap), close }
}

/**
 * An object of its own for each file, as modules use it as the key for what they prepared in the engine. Its statements
 * may take longer than those of a server, since four workers share the cores.
 */
export function patient<Asked extends Olap>(olap: Asked): Asked {
  const own: Asked = Object.defineProperties({} as Asked, Object.getOwnPropertyDescriptors(olap))
  const ask: Olap['ask'] = async (query) => {
    const seconds = (query.caps?.seconds ?? searchCaps.seconds) * SLOWER
    return await olap.ask({ ...query, caps: { ...query.caps, seconds } })
  }
  return Object.defineProperty(own, 'ask', { value: ask })
}

/** A dedicated search engine, which ends at `close()`. */
export async function startTestOlap(): Promise<TestOlap> {
  const engine = await start()
  return { ...engine, close: async () => await end(engine) }
}

const textRow = z.object({ text: z.string() })

/** What an expression of the engine makes of each text. @param sql of the expression that holds the text */
export async function transformTexts(
  { olap }: TestOlap,
  sql: (text: string) => string,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await olap.ask({
    sql: `SELECT ${sql('given')} AS text FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`,
    params: { texts },
    row: textRow,
  })
  return rows.map(({ text }) => text)
}

async function start(): Promise<Engine> {
  const dataDir = await mkdtemp(join(inject('runFolder'), 'olap-'))
  return { dataDir, olap: await startEmbeddedClickHouse({ dataDir, log: () => undefined }) }
}

async function end({ olap, dataDir }: Engine): Promise<void> {
  await olap.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Removes all tables but those of places. The database stays: the engine's sessions are in it and work no more without. */
async function removeTables(olap: EmbeddedClickHouse): Promise<void> {
  const tables = await olap.ask({
    sql: `SELECT name FROM system.tables WHERE database = '${olapDatabase}' AND NOT match(name, '${placeTables}')`,
    pool: 'writer',
    caps: { seconds: 60 },
    row: z.object({ name: z.string() }),
  })
  if (tables.length === 0) return
  await olap.write(`DROP TABLE ${tables.map(({ name }) => `${olapDatabase}.${name}`).join(', ')} SYNC`)
}
