import type { Column } from '../../schema.ts'
import type { Sample } from '../file/read-sample.ts'
import type { RejectsFile } from '../file/rejects-file.ts'
import type { ImportDeps, ImportOrder } from '../import-order.ts'
import type { ImportTicket } from '../records/commands.ts'
import type { ImportPlan } from './plan-import.ts'

/** An import under way. */
export type ImportWork = {
  readonly deps: ImportDeps
  readonly order: ImportOrder
  readonly sample: Sample
  readonly ticket: ImportTicket
  readonly plan: ImportPlan
  readonly rejects: RejectsFile
  readonly columns: readonly Column[]
  readonly started: number
}
