import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { readRecurlyDocument } from '../recurly-document.ts'

let operations: ReturnType<typeof getHttpOperationsFromSpec> | undefined

/**
 * Prism between the client and the fake: a request or an answer that does not match Recurly's own document is an error,
 * which the header says: `sl-violations`.
 */
export async function openValidatingProxy(
  upstream: string,
): Promise<{ url: string; close(): Promise<void> }> {
  operations ??= getHttpOperationsFromSpec(readRecurlyDocument())
  const server = createServer(await operations, {
    cors: false,
    components: { logger: createLogger('prism', { enabled: false }) },
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: true,
    },
  })
  const url = await server.listen(0, '127.0.0.1')
  return { url, close: () => server.close() }
}
