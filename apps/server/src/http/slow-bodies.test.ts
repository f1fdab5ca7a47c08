import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bodyLimits, closeWhenSlow } from './slow-bodies.ts'

test('requests of one kept connection leave no listeners on it', async () => {
  const listeners: number[] = []
  const server = createServer(async (incoming, response) => {
    closeWhenSlow(incoming, response, bodyLimits)
    await text(incoming)
    listeners.push(incoming.socket.listenerCount('close'))
    response.end('read')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async () =>
    await new Promise<string>((done, failed) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', agent }, (answer) => done(text(answer)))
      sent.once('error', failed)
      sent.end('a body')
    })
  for (let n = 0; n < 15; n += 1) expect(await send()).toBe('read')
  expect(new Set(listeners).size).toBe(1)
  agent.destroy()
  await new Promise((done) => server.close(done))
})
