import { health, healthOf } from '../../health/health.ts'
import { healthPath } from '../../health/health-messages.ts'
import { readEngineStates } from '../../health/watch-engines.ts'
import { operation } from '../../http/operation.ts'

export const readHealthOperation = operation({
  id: 'readHealth',
  method: 'get',
  path: healthPath,
  area: 'operations',
  summary: 'Whether the server and its engines answer',
  access: 'public',
  answer: health,
  async handle({ deps }) {
    const body = healthOf(deps, await readEngineStates(deps))
    const status = body.status === 'ok' ? 200 : 503
    return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  },
})
