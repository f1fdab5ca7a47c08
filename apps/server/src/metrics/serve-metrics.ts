import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { MetricsChoice } from '../metrics-choice.ts'
import { contentType } from './open-metrics.ts'
import { readFigures } from './read-figures.ts'

export const metricsPath = '/metrics'

/** Everything that is measured, as Prometheus reads it. */
export const writeMetrics = async (deps: Deps): Promise<Response> =>
  new Response(await deps.metrics.write(await readFigures(deps)), {
    headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  })

/** The token at the ports of the sites: none where the metrics have a port of their own. */
export const metricsTokenOf = ({ listen, token }: MetricsChoice): string | undefined =>
  listen ? undefined : token

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an `authorization` header has the token. Takes as long whatever was given. */
export function hasToken(header: string | undefined, token: string): boolean {
  const [scheme = '', given = ''] = (header ?? '').split(' ', 2)
  return timingSafeEqual(digest(given), digest(token)) && scheme.toLowerCase() === 'bearer'
}

/** The port of their own, where the configuration has one. @throws ConfigError for a port that is taken */
export async function listenForMetrics(
  { listen, token }: MetricsChoice,
  deps: Deps,
): Promise<{ close(): Promise<void> }> {
  if (!listen) return { close: async () => undefined }
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === metricsPath
    if (!isAsked || (token !== undefined && !hasToken(request.headers.authorization, token)))
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    const answer = await writeMetrics(deps)
    response.writeHead(200, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new ConfigError(`METRICS_PORT: cannot listen at ${listen.host}:${listen.port}`, { cause })),
    )
    server.listen(listen.port, listen.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
