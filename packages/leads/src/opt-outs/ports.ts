import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'

/** What the list of people who are removed for everybody works with. */
export type OptOutDeps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }
