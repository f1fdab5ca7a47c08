import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen, shut } from './recurly-server.ts'

/**
 * `before`: it never arrives; `after`: it was done and the answer is lost. `stall` sends the first byte of the answer
 * and no more.
 */
export type Fault = { kind: 'hang' | 'reset' | '500' | 'stall'; when: 'before' | 'after' }

export type FaultGate = {
  url: string
  /** The next `times` requests whose `METHOD /path` matches. */
  fail(matching: RegExp, fault: Fault, times?: number): void
  /** Stops losing anything. */
  heal(): void
  /** How many requests or answers were lost so far. */
  lost(): number
  /** `METHOD /path` of all that went through, in order. */
  readonly passed: readonly string[]
  /** What the validating proxy found wrong. */
  readonly violations: readonly string[]
  close(): Promise<void>
}

/** Stands in front of the validating proxy and loses requests or answers on demand. */
export async function openFaultGate(upstream: string): Promise<FaultGate> {
  const faults: { matching: RegExp; fault: Fault; times: number }[] = []
  const passed: string[] = []
  let lost = 0
  const violations: string[] = []

  const takeFault = (name: string): Fault | undefined => {
    const found = faults.find(({ matching, times }) => times > 0 && matching.test(name))
    if (found) found.times -= 1
    return found?.fault
  }

  const forward = async (request: IncomingMessage, name: string) => {
    const body = await buffer(request)
    // The document knows the answers as application/json, the client requests Recurly's own media type.
    const headers = { ...asText(request.headers), accept: 'application/json', 'accept-encoding': 'identity' }
    const answer = await fetch(upstream + (request.url ?? '/'), {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    })
    const answered = await answer.text()
    const found = answer.headers.get('sl-violations')
    if (found) violations.push(`${name}: ${found}`)
    else if (answer.headers.get('content-type')?.includes('problem+json'))
      violations.push(`${name}: ${answered}`)
    passed.push(name)
    return { answer, body: answered }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const name = `${request.method} ${(request.url ?? '').split('?')[0]}`
    const fault = takeFault(name)
    if (fault?.when === 'before') return lose(request, response, fault)
    const { answer, body } = await forward(request, name)
    if (fault) return lose(request, response, fault)
    const {
      'content-length': _,
      'transfer-encoding': __,
      connection: ___,
      ...kept
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept).end(body)
  }

  const lose = (request: IncomingMessage, response: ServerResponse, fault: Fault) => {
    lost += 1
    fail(request, response, fault)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  return {
    url: await listen(server),
    fail: (matching, fault, times = 1) => faults.push({ matching, fault, times }),
    lost: () => lost,
    heal: () => {
      faults.length = 0
    },
    passed,
    violations,
    close: () => shut(server),
  }
}

function fail(request: IncomingMessage, response: ServerResponse, { kind }: Fault): void {
  if (kind === 'reset') request.socket.resetAndDestroy()
  else if (kind === '500') response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
  else if (kind === 'stall') response.writeHead(200, { 'content-type': 'application/json' }).write('{')
}

/** Hop-by-hop fields are this hop's; a field sent twice is joined. */
function asText(headers: IncomingMessage['headers']): Record<string, string> {
  const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || own.has(name) ? [] : [[name, String(value)]],
    ),
  )
}
