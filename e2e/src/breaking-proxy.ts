import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A request of a file as it arrived, and what the server answered to it. */
export type FileRequest = {
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly status: number
  readonly etag: string | undefined
  readonly contentRange: string | undefined
}

export type BreakingProxy = {
  /** The site through the proxy. */
  readonly url: string
  /** What was requested of paths that end in `/file`, in that order. */
  readonly requests: readonly FileRequest[]
  close(): Promise<void>
}

/** Hands everything on to a site, but ends the connection in the middle of the first file that it hands on. */
export async function openBreakingProxy(site: string): Promise<BreakingProxy> {
  const requests: FileRequest[] = []
  const answer = async (answered: IncomingMessage, asked: IncomingMessage, response: ServerResponse) => {
    response.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
    if (!asked.url?.endsWith('/file')) {
      answered.pipe(response)
      return
    }
    const { etag, 'content-range': contentRange } = answered.headers
    const { range, 'if-range': ifRange } = asked.headers
    requests.push({
      ...{ range, ifRange: ifRange?.toString(), contentRange, etag },
      status: answered.statusCode ?? 0,
    })
    if (requests.length > 1) {
      answered.pipe(response)
      return
    }
    const bytes = Buffer.concat(await answered.toArray())
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => asked.socket.end())
  }
  const server = createServer((asked, response) => {
    const { method, headers, url } = asked
    const onwards = request(new URL(url ?? '/', site), { method: method ?? 'GET', headers }, (answered) => {
      void answer(answered, asked, response)
    })
    onwards.on('error', () => response.destroy())
    asked.pipe(onwards)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port')
  const through = new URL(site)
  through.port = String(address.port)
  return {
    url: through.origin,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
