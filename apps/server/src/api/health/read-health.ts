import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { z } from 'zod'
import { askEngines, type EngineStates } from '../../ask-engines.ts'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import { serverCaches } from '../../limits.ts'

const engineState = z.enum(['ok', 'down'])

export const readHealthOperation = operation({
  id: 'readHealth',
  method: 'get',
  path: '/api/health',
  area: 'operations',
  summary: 'Whether the server and its engines answer',
  access: 'public',
  answer: z.object({
    status: z.enum(['ok', 'degraded']),
    postgres: engineState,
    /** `off` where no site that is served needs it. */
    clickhouse: z.enum(['ok', 'down', 'off']),
    /** `full` while nothing new can be stored; reading goes on. */
    disk: z.enum(['ok', 'full']),
    version: z.string(),
  }),
  async handle({ deps }) {
    const { postgres, clickhouse } = await cacheOf(deps).load('engines', async () => await askEngines(deps))
    const isUp = postgres && clickhouse !== 'down'
    const body = {
      status: isUp ? ('ok' as const) : ('degraded' as const),
      postgres: postgres ? ('ok' as const) : ('down' as const),
      clickhouse,
      disk: deps.room.isLow() ? ('full' as const) : ('ok' as const),
      version: deps.version,
    }
    return Response.json(body, { status: isUp ? 200 : 503, headers: { 'cache-control': 'no-store' } })
  },
})

const cacheOf = cachePerOwner<Deps, EngineStates, []>(() => new Cache<EngineStates>(serverCaches.health))
