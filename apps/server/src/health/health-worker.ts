import { once } from 'node:events'
import { createServer } from 'node:http'
import { answerMessages } from '@freeor/kernel/worker-thread'
import { type HealthMessages, healthPath, type Told } from './health-messages.ts'

/**
 * Entry of the thread that answers the health call at a port of its own. It says what the process said last, and notices
 * when the process says nothing any more.
 */

let told: Told = { status: 'starting' }
let toldAt = performance.now()
let silentAfterMs = Number.POSITIVE_INFINITY

const answer = (): Told => {
  const silentMs = performance.now() - toldAt
  if (told.status !== 'ok' || silentMs < silentAfterMs) return told
  return { ...told, status: 'degraded', silentSeconds: Math.floor(silentMs / 1000) }
}

const server = createServer((request, response) => {
  const isAsked = request.method === 'GET' || request.method === 'HEAD'
  if (!isAsked || request.url?.split('?')[0] !== healthPath)
    return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
  const now = answer()
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(now.status === 'ok' ? 200 : 503, headers).end(JSON.stringify(now))
})

answerMessages<HealthMessages>({
  async handle(message) {
    if (message.do === 'tell') {
      told = message.told
      toldAt = performance.now()
      return null
    }
    silentAfterMs = message.silentAfterMs
    server.listen(message.port, message.host)
    await once(server, 'listening')
    return null
  },
})
