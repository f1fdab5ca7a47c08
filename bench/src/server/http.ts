import { Agent, request } from 'node:http'

export type Reply = {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

/** A user at a browser: one or more kept-alive connections, their own address, their cookies. */
export type Visitor = {
  readonly cookie: string
  readonly address: string
  /** A text is sent as it is, anything else as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  close(): void
}

let visitors = 0

/**
 * The server of `baseUrl` must trust 127.0.0.1 as a proxy: then each visitor has their own address, as real users have,
 * and the limits per client address apply to each of them and not to the bench as a whole.
 */
export function openVisitor(baseUrl: string, cookie = ''): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  visitors += 1
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  const { hostname, port, origin } = new URL(baseUrl)
  const send: Visitor['send'] = async (method, path, body, more) =>
    await new Promise((resolve, reject) => {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const headers = {
        ...more,
        'x-forwarded-for': address,
        ...(cookie === '' ? {} : { cookie }),
        ...(text === undefined
          ? {}
          : {
              origin,
              'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json',
              'content-length': String(Buffer.byteLength(text)),
            }),
      }
      const asked = request({ agent, hostname, port, method, path, headers }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => void chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () => {
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            text: Buffer.concat(chunks).toString(),
          })
        })
      })
      // The server closes a connection that was idle for some seconds, at times just when it is used again.
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
          resolve(send(method, path, body, more))
        else reject(error)
      })
      asked.end(text)
    })
  return { cookie, address, send, close: () => agent.destroy() }
}

/** @throws Error with the answer when the status is not 2xx. */
export function readJson(reply: Reply): unknown {
  if (reply.status < 200 || reply.status > 299)
    throw new Error(`HTTP ${reply.status}: ${reply.text.slice(0, 600)}`)
  return JSON.parse(reply.text)
}
