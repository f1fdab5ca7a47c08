import { connect, type Socket } from 'node:net'

/** More than the server has room for in its queues; a call that finds all of them taken waits for one. */
const MOST_CONNECTIONS = 5_000
const HEADERS_END = '\r\n\r\n'
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** A request as it goes over the wire. */
export type Prepared = { readonly hostname: string; readonly port: number; readonly bytes: Buffer }

type Answer = {
  readonly status: number
  /** It has a Retry-After. */
  readonly saysWhen: boolean
}

export type LightClient = {
  /** @throws Error when the connection broke before the answer was complete */
  send(request: Prepared): Promise<Answer>
  close(): void
}

type PreparedParts = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

export function prepare(baseUrl: string, { method, path, headers, body }: PreparedParts): Prepared {
  const { hostname, port, host, origin } = new URL(baseUrl)
  const text = body === undefined ? '' : JSON.stringify(body)
  const ofBody = {
    origin,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }
  const all = { host, ...headers, ...(body === undefined ? {} : ofBody) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    hostname,
    port: Number(port),
    bytes: Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`),
  }
}

/**
 * Sends requests that were made beforehand over kept connections, one at a time on each, and reads no more of an answer than
 * its headers and where it ends: what the client of a flood takes of the processors, the server does not have.
 */
export function openLightClient(): LightClient {
  const idle = new Map<number, Connection[]>()
  const waiting: (() => void)[] = []
  const open = new Set<Connection>()

  const take = async (request: Prepared): Promise<{ connection: Connection; isReused: boolean }> => {
    for (;;) {
      const kept = idle.get(request.port)?.pop()
      if (kept?.isOpen) return { connection: kept, isReused: true }
      if (kept) continue
      if (open.size < MOST_CONNECTIONS) break
      await new Promise<void>((resolve) => void waiting.push(resolve))
    }
    const connection = new Connection(request, () => {
      open.delete(connection)
      waiting.shift()?.()
    })
    open.add(connection)
    return { connection, isReused: false }
  }

  const send = async (request: Prepared): Promise<Answer> => {
    const { connection, isReused } = await take(request)
    try {
      const answer = await connection.send(request.bytes)
      if (connection.isOpen) {
        const own = idle.get(request.port)
        if (own) own.push(connection)
        else idle.set(request.port, [connection])
        waiting.shift()?.()
      }
      return answer
    } catch (error) {
      // The server closes a connection that was idle for some time, at times just when it is used again.
      if (isReused && error instanceof ClosedBeforeAnswer) return await send(request)
      throw error
    }
  }
  return {
    send,
    close: () => {
      for (const connection of open) connection.close()
    },
  }
}

/** Not a byte of an answer came. */
class ClosedBeforeAnswer extends Error {}

class Connection {
  isOpen = true
  readonly #socket: Socket
  #pending: { resolve(answer: Answer): void; reject(error: Error): void } | undefined
  #head = ''
  #answer: Answer | undefined
  /** Bytes of the body that are missing; undefined while it is chunked. */
  #missing: number | undefined
  #tail: Buffer = Buffer.alloc(0)
  #isLast = false

  constructor({ hostname, port }: Prepared, onClose: () => void) {
    this.#socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port, noDelay: true })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    // What happened is told by `close`.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      this.isOpen = false
      const isSilent = this.#head === '' && this.#answer === undefined
      this.#pending?.reject(isSilent ? new ClosedBeforeAnswer() : new Error('The answer broke off'))
      onClose()
    })
  }

  async send(bytes: Buffer): Promise<Answer> {
    this.#head = ''
    this.#answer = undefined
    this.#tail = Buffer.alloc(0)
    return await new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#answer) {
      this.#readBody(chunk)
      return
    }
    this.#head += chunk.toString('latin1')
    const end = this.#head.indexOf(HEADERS_END)
    if (end < 0) return
    const head = this.#head.slice(0, end + 2).toLowerCase()
    const length = /\r\ncontent-length: (\d+)\r\n/.exec(head)?.[1]
    const status = Number(head.slice(9, 12))
    this.#answer = { status, saysWhen: head.includes('\r\nretry-after:') }
    this.#isLast = head.includes('\r\nconnection: close')
    const isChunked = head.includes('\r\ntransfer-encoding: chunked')
    this.#missing = isChunked ? undefined : Number(length ?? 0)
    this.#readBody(chunk.subarray(chunk.length - (this.#head.length - end - HEADERS_END.length)))
  }

  #readBody(chunk: Buffer): void {
    if (this.#missing !== undefined) {
      this.#missing -= chunk.length
      if (this.#missing <= 0) this.#end()
      return
    }
    const tail = chunk.length < LAST_CHUNK.length ? Buffer.concat([this.#tail, chunk]) : chunk
    this.#tail = tail.subarray(-LAST_CHUNK.length)
    if (this.#tail.equals(LAST_CHUNK)) this.#end()
  }

  #end(): void {
    const { resolve } = this.#pending ?? {}
    this.#pending = undefined
    if (this.#isLast) {
      this.isOpen = false
      this.#socket.destroy()
    }
    if (this.#answer) resolve?.(this.#answer)
  }
}
