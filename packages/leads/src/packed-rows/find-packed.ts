import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { isPacked } from './pack-rows.ts'

type Version = { readonly datasetNo: number; readonly version: number }

/** What this process knows of packed rows. */
export type PackedRows = {
  /** Whether a version has packed rows, as far as is known. Asks again in the background. */
  has(version: Version): boolean
  /** They could not be read: the version has none any more. */
  forget(version: Version): void
}

/** A version without packed rows is looked at again after this many milliseconds. */
const AGAIN_MS = 10_000

export function openPackedRows({ olap, clock }: { readonly olap: Olap; readonly clock: Clock }): PackedRows {
  const known = new Map<string, { isThere: boolean; at: number }>()
  const keyOf = ({ datasetNo, version }: Version) => `${datasetNo}/${version}`
  const look = async (version: Version) => {
    // An engine that does not answer now is asked again later.
    const isThere = await isPacked(olap, version).catch(() => false)
    known.set(keyOf(version), { isThere, at: clock.now().getTime() })
  }
  return {
    has(version) {
      const key = keyOf(version)
      const now = clock.now().getTime()
      const last = known.get(key)
      if (last?.isThere) return true
      if (last === undefined || now - last.at >= AGAIN_MS) {
        known.set(key, { isThere: false, at: now })
        void look(version)
      }
      return false
    },
    forget: (version) => void known.set(keyOf(version), { isThere: false, at: clock.now().getTime() }),
  }
}
