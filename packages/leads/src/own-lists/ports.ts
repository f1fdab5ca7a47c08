import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'

export type OwnListDeps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }
