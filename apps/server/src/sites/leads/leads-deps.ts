import type { Olap } from '@freeor/clickhouse/olap'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompileDownload } from '@freeor/leads/downloads/ports'
import type { ImportDeps } from '@freeor/leads/import/commands'
import type { SearchDeps } from '@freeor/leads/search/ports'
import type { Deps } from '../../deps.ts'
import { operationFor } from '../../http/operation.ts'
import type { RunningImports } from './running-imports.ts'

/** What Leads' endpoints, jobs and commands may use in addition to what all sites share. */
export type LeadsDeps = Deps & {
  olap: Olap
  search: SearchDeps
  /** The limiter for the counts of quotes, orders and saved searches. */
  counting: Limiter
  /** Reads and compiles a search for a download. */
  compile: CompileDownload
  imports: ImportDeps
  runningImports: RunningImports
}

/** One endpoint of Leads. */
export const leadsOperation = operationFor<LeadsDeps>()
