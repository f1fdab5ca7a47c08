import type { Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'

export type OwnershipDeps = { readonly db: Database; readonly olap: Olap }
