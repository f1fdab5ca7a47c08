import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'

export type TcpProxy = {
  /** The URL through the proxy. */
  readonly url: string
  /** Pauses all traffic, as over a network that went silent; new connections get no answer. */
  hang(): void
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Lets everything through again, also what was paused. */
  resume(): void
  close(): Promise<void>
}

type State = 'open' | 'hanging' | 'cut'
type Pair = readonly [Socket, Socket]

/** A proxy to the PostgreSQL at `url` (TCP or unix socket) that a test can pause and break. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  let state: State = 'open'
  const pairs = new Set<Pair>()
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connectTo(url)
    const pair: Pair = [near, far]
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => end(pair))
      socket.on('close', () => end(pair))
    }
    near.on('data', (chunk) => far.write(chunk))
    far.on('data', (chunk) => near.write(chunk))
    if (state === 'hanging') for (const socket of pair) socket.pause()
  })
  function end(pair: Pair): void {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port')
  const through = new URL(url)
  through.search = ''
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  const cut = () => {
    state = 'cut'
    for (const pair of pairs) end(pair)
  }
  return {
    url: through.href,
    cut,
    hang() {
      state = 'hanging'
      for (const socket of [...pairs].flat()) socket.pause()
    },
    resume() {
      state = 'open'
      for (const socket of [...pairs].flat()) socket.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function connectTo(url: string): Socket {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? open(`${folder}/.s.PGSQL.${port || 5432}`) : open(Number(port || 5432), hostname)
}
