import { type ApiClient, ApiProblem, createApiClient } from '@freeor/api-client/client'
import { AppError } from '@freeor/kernel/errors'
import type { Config } from '../../config.ts'
import { UsageError } from '../command.ts'

/** A server that is reached by its API, on this machine or on another one. */
export type RemoteApi = {
  readonly client: ApiClient
  /** For what is not JSON. @throws AppError where the server cannot be reached */
  fetch(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
}

/** @throws UsageError without a key */
export function openRemoteApi({ remote: { url, key } }: Pick<Config, 'remote'>): RemoteApi {
  if (key === undefined)
    throw new UsageError(
      'Set FREEOR_API_KEY to a key of yours: make one on the site, under Settings, API keys.',
    )
  const send = async (request: Request) => {
    request.headers.set('authorization', `Bearer ${key}`)
    try {
      return await fetch(request)
    } catch (cause) {
      throw new AppError('unavailable', `Nothing answers at ${url}: is FREEOR_API_URL right?`, { cause })
    }
  }
  return {
    client: createApiClient({ baseUrl: url, fetch: (request) => send(new Request(request)) }),
    fetch: async (path, headers = {}) => await send(new Request(new URL(path, url), { headers })),
  }
}

/** The server's refusal, as a command says it. */
export async function asCommand(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    process.stderr.write(
      // The API's own sentence is for a page, where one logs in.
      error.status === 401
        ? 'The server does not know the key in FREEOR_API_KEY, or it was ended: make one on the site, under Settings, API keys.\n'
        : `${error.message}\n`,
    )
    return 1
  }
}

/** The options that name a search, and what they ask for. */
export const searchOptions = {
  filter: { type: 'string' },
  geography: { type: 'string' },
  limit: { type: 'string' },
} as const

type Given = Readonly<Record<string, string | boolean | undefined>>

export const searchOf = ({ filter = '', geography = '' }: Given) => ({
  filter: String(filter),
  dslFilter: String(geography),
})

/** @throws UsageError */
export function readLimit({ limit }: Given, most: number): number | undefined {
  if (limit === undefined) return undefined
  const number = Number(limit)
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new UsageError(`--limit is a whole number from 1 to ${most.toLocaleString('en-US')}.`)
  return number
}
