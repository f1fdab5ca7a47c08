import { z } from 'zod'
import type { EngineStates } from '../ask-engines.ts'
import type { Deps } from '../deps.ts'

const engineState = z.enum(['ok', 'down'])

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  postgres: engineState,
  /** `off` where no site that is served needs it. */
  clickhouse: z.enum(['ok', 'down', 'off']),
  /** `full` while nothing new can be stored; reading goes on. */
  disk: z.enum(['ok', 'full']),
  version: z.string(),
})

export type Health = z.infer<typeof health>

export function healthOf({ room, version }: Pick<Deps, 'room' | 'version'>, engines: EngineStates): Health {
  const isUp = engines.postgres && engines.clickhouse !== 'down'
  return {
    status: isUp ? 'ok' : 'degraded',
    postgres: engines.postgres ? 'ok' : 'down',
    clickhouse: engines.clickhouse,
    disk: room.isLow() ? 'full' : 'ok',
    version,
  }
}
