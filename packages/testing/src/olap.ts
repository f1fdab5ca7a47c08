import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@freeor/clickhouse/embedded'
import { inject } from 'vitest'

export type TestOlap = {
  readonly olap: EmbeddedClickHouse
  readonly dataDir: string
  /** Ends the engine and removes its files. */
  close(): Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that is removed when the run ends. */
    runFolder: string
  }
}

/** A fresh search engine of its own in a temporary folder: start one a test file, it takes half a second. */
export async function testOlap(): Promise<TestOlap> {
  const dataDir = await mkdtemp(join(inject('runFolder'), 'olap-'))
  const olap = await startEmbeddedClickHouse({ dataDir, log: () => undefined })
  return {
    olap,
    dataDir,
    async close() {
      await olap.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
