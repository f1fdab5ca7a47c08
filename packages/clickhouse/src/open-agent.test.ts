import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPools } from './pools.ts'

/** An engine that says that it keeps a connection for three seconds, and keeps it for good. */
async function startServer() {
  let connections = 0
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (Buffer.concat(chunks).includes('slow')) await delay(3_500)
    response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=3, max=9999' }).end('1\n')
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const login = { username: 'me', password: 'secret' }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pools = openPools({ url, search: login, writer: login })
  onTestFinished(async () => {
    await pools.close()
    server.closeAllConnections()
    server.close()
  })
  return {
    ask: {
      'as one text': async (sql: string) => await pools.text.search.send({ sql }),
      'through the client': async (query: string) => {
        const { stream } = await pools.search.exec({ query })
        for await (const _ of stream);
      },
    },
    /** All that were ever opened, and those that are open. */
    connections: async () => [
      connections,
      await new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    ],
  }
}

describe.each(['as one text', 'through the client'] as const)('the connection of a statement %s', (way) => {
  it('is ended before the engine ends it', async () => {
    const { ask, connections } = await startServer()
    await ask[way]('SELECT 1')
    await expect.poll(connections, { interval: 100 }).toEqual([1, 0])
  })

  it('is kept for as long as a statement takes', async () => {
    const { ask, connections } = await startServer()
    await ask[way]('SELECT 1')
    await ask[way]('SELECT slow')
    expect(await connections()).toEqual([1, 1])
  })
})
