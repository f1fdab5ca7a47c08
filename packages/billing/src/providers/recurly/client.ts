import recurly from 'recurly'
import { RecurlyHttp, type RecurlyTransport } from './adapters/http.ts'
import { away } from './failures.ts'

export type RecurlyClient = recurly.Client

export type RecurlyCalls = {
  /** A read, repeated after a broken connection or a 5xx. @throws AppError `unavailable`; undefined for a 404 */
  find<T>(read: (client: RecurlyClient) => Promise<T>): Promise<T | undefined>
  /**
   * A write; it throws Recurly's errors as they are, or `ReplayedFailure`. With a key it may be sent more than once.
   */
  write<T>(call: (client: RecurlyClient) => Promise<T>, idempotencyKey?: string): Promise<T>
}

/** The site's private key stays in here: it is in no object that could be logged. */
export function openCalls(apiKey: string, region: 'us' | 'eu', transport: RecurlyTransport): RecurlyCalls {
  const clientWith = (idempotencyKey?: string) =>
    new recurly.Client(apiKey, { region, httpAdapter: new RecurlyHttp(transport, idempotencyKey) })
  const reader = clientWith()
  return {
    async find(read) {
      try {
        return await read(reader)
      } catch (error) {
        if (error instanceof recurly.errors.NotFoundError) return undefined
        throw away(error)
      }
    },
    write: (call, idempotencyKey) => call(clientWith(idempotencyKey)),
  }
}
