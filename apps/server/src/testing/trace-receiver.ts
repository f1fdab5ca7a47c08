import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: attributes.default([]),
  events: z.array(z.unknown()).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
})
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export type ReceivedSpan = Omit<z.infer<typeof span>, 'attributes'> & {
  readonly attributes: Readonly<Record<string, unknown>>
}

const toRecord = (list: z.infer<typeof attributes>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A receiver of traces as OTLP over HTTP in JSON, on a port of its own. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const headers: (string | undefined)[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await json(request)
    headers.push(request.headers['api-key']?.toString())
    bodies.push(JSON.stringify(body))
    for (const { resource, scopeSpans } of sent.parse(body).resourceSpans) {
      resources.push(toRecord(resource.attributes))
      for (const one of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...one, attributes: toRecord(one.attributes) })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    resources,
    headers,
    /** Everything as it came, to look for what must not be in it. */
    bodies,
    childrenOf: (parent: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
