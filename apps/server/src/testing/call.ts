import type { Site } from '@freeor/kernel/site'
import type { BodyOf } from './answer-types.ts'

export type CallOptions = {
  /** Who asks; nobody when absent. */
  as?: { readonly cookie: string; readonly token: string } | undefined
  /** How they show who they are; the session cookie unless told. */
  via?: 'cookie' | 'bearer'
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** The client's address; another one for each call unless told, so that no rate limit is reached by chance. */
  address?: string
  site?: Site
}

export type Answer<Body = unknown> = {
  /** Of the request, where a test table sent it. */
  method?: string
  status: number
  headers: Headers
  text: string
  /** The parsed JSON; undefined when it is none. */
  body: Body
}

/** Calls the API. The answer has the type that the contract gives it. */
export type Call<Options = CallOptions> = <Method extends string, Path extends string>(
  method: Method,
  path: Path,
  options?: Options,
) => Promise<Answer<BodyOf<Method, Path>>>

/** The answer to a request, read to its end; of server-sent events, which have none, the beginning. */
export async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isEndless ? await readBeginning(response) : await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) as Body }
}

async function readBeginning({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The request a browser (cookie) or a program (bearer) would send. */
export function buildRequest(origin: string, method: string, path: string, options: CallOptions): Request {
  const { as, via = 'cookie', body, rawBody } = options
  const headers = new Headers()
  if (as && via === 'cookie') headers.set('cookie', as.cookie)
  if (as && via === 'bearer') headers.set('authorization', `Bearer ${as.token}`)
  if (body !== undefined || rawBody !== undefined) headers.set('content-type', 'application/json')
  // A browser names the page's origin on every unsafe request; a program does not.
  if (via === 'cookie' && !['GET', 'HEAD'].includes(method)) headers.set('origin', origin)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const content = rawBody ?? (body === undefined ? null : JSON.stringify(body))
  return new Request(new URL(path, origin), { method, headers, body: content })
}
