import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export type ApiClient = Client<paths>

export type ApiClientOptions = {
  fetch: typeof fetch
  /** Origin of the API, e.g. `https://leads.example`; empty in a browser, where it is the page's own. */
  baseUrl?: string
}

/** The typed client of the HTTP API, over any `fetch`: the browser's, or the server's in-process one. */
export function createApiClient({ fetch, baseUrl = '' }: ApiClientOptions): ApiClient {
  return createClient<paths>({ baseUrl, fetch: (request) => fetch(request) })
}

/** The API's refusal, as its problem document tells it. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** The problem document whole, with its extra members. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    const { title, detail, code, requestId } = problem
    super(typeof detail === 'string' ? detail : typeof title === 'string' ? title : `HTTP ${status}`)
    this.name = 'ApiProblem'
    this.status = status
    this.code = typeof code === 'string' ? code : 'internal'
    this.requestId = typeof requestId === 'string' ? requestId : undefined
    this.details = problem
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a problem document says to the person: the sentences of the wrong fields where it names them, else its own. */
export function sentenceOf(problem: Readonly<Record<string, unknown>>): string {
  const { errors, detail, message } = problem
  const sentences = Array.isArray(errors)
    ? errors.map((each: unknown) => (isRecord(each) && 'message' in each ? String(each.message) : ''))
    : []
  const own = typeof detail === 'string' ? detail : typeof message === 'string' ? message : ''
  return sentences.filter(Boolean).join(' ') || own
}

/**
 * The answer's data.
 * @throws ApiProblem when the API refused
 */
export function unwrap<T>(result: { data?: T; error?: unknown; response: Response }): T {
  if (result.data !== undefined) return result.data
  throw new ApiProblem(result.response.status, isRecord(result.error) ? result.error : {})
}

/** Reads a refusal from a bare response, for calls that are not JSON. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => ({}))
  return new ApiProblem(response.status, isRecord(body) ? body : {})
}
