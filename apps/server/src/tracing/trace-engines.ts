import type { Olap } from '@freeor/clickhouse/olap'
import { traceStatements } from '@freeor/postgres/trace-statements'
import type { Engines } from '../engines.ts'
import type { Tracing } from './open-tracing.ts'

/** The same engines; each statement inside a span has one of its own. */
export function traceEngines(engines: Engines, tracing: Tracing): Engines {
  traceStatements(engines.database.pool, (sql) => tracing.statement('postgresql', sql))
  return { ...engines, olap: engines.olap && traceOlap(engines.olap, tracing) }
}

function traceOlap(olap: Olap, tracing: Tracing): Olap {
  async function during<T>(sql: string, run: () => Promise<T>): Promise<T> {
    const end = tracing.statement('clickhouse', sql)
    try {
      const result = await run()
      end()
      return result
    } catch (error) {
      end(error)
      throw error
    }
  }
  return {
    ask: async (query) => await during(query.sql, async () => await olap.ask(query)),
    stream: async (query) => await during(query.sql, async () => await olap.stream(query)),
    insert: async (insert) => await during(insert.sql, async () => await olap.insert(insert)),
    write: async (sql, ...rest) => await during(sql, async () => await olap.write(sql, ...rest)),
    ping: async () => await olap.ping(),
    close: async () => await olap.close(),
  }
}
