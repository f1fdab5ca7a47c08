import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Site } from '@freeor/kernel/site'
import type { Database } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'

/** A record that breaks an invariant. */
export type Violation = { invariant: string; id: string; detail: string }

export type CheckDeps = {
  db: Database
  /** Present where a site that is served needs it. */
  olap: Olap | undefined
  files: FileStore
  clock: Clock
}

/** What the shared layers ask a site that is served, beside calling its operations. */
export type SiteTraits = {
  readonly name: Site
  /** A profile cannot be saved there without an organization. */
  readonly asksOrganization: boolean
  /** The credits that orders with these API keys have taken since midnight UTC. */
  readKeyUse?(db: Database, apiKeyIds: readonly string[], now: Date): Promise<ReadonlyMap<string, number>>
  /** What must hold in addition to the invariants of the shared layers, in words. */
  readonly invariants: Readonly<Record<string, string>>
  check(deps: CheckDeps): Promise<readonly Violation[]>
}
