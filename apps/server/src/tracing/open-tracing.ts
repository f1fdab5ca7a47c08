import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span } from '@opentelemetry/api'
import { within } from '../ask-engines.ts'
import type { TracingChoice } from '../tracing-choice.ts'
import { type StatementSystem, shapeOf } from './statement-shape.ts'

export type SpanAttributes = Readonly<Record<string, string | number>>

export type SpanStart = {
  readonly name: string
  readonly kind: 'request' | 'job' | 'mail'
  readonly attributes: SpanAttributes
}

/** What is known only at the end. */
export type SpanEnd = {
  readonly name?: string
  readonly attributes?: SpanAttributes
  readonly isError?: boolean
}

export type Tracing = {
  /** Runs the work in a span, under the one it is called in. `describe` may be called once, before the work ends. */
  inSpan<T>(start: SpanStart, run: (describe: (end: SpanEnd) => void) => Promise<T>): Promise<T>
  /** Begins the span of a statement, inside another one only. @returns what ends it */
  statement(system: StatementSystem, sql: string): (error?: unknown) => void
  /** Sends what waits, for three seconds at most. */
  close(): Promise<void>
}

const closeMs = 3_000

/**
 * Spans to the configured OTLP endpoint. The packages are loaded here and nowhere else. What a span says is an
 * operation, a queue, a result or the shape of a statement: no message of an error, no path, no address.
 */
export async function openTracing(choice: TracingChoice, version: string): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { resourceFromAttributes }, exporting] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const { serviceName, attributes, url, headers, ratio } = choice
  const exporter = new exporting.OTLPTraceExporter({ url, headers: { ...headers } })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      ...attributes,
      'service.name': serviceName,
      'service.version': version,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('freeor', version)
  // Of our own: the global one would join what other parts of the process, or other tests, trace.
  const current = new AsyncLocalStorage<Context>()
  const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, mail: SpanKind.PRODUCER }

  function fail(span: Span, error: unknown): void {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : 'error')
  }

  return {
    async inSpan({ name, kind, attributes: known }, run) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: known }, parent)
      const describe = ({ name: own, attributes: found, isError }: SpanEnd) => {
        if (own !== undefined) span.updateName(own)
        if (found) span.setAttributes(found)
        if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
      }
      try {
        return await current.run(trace.setSpan(parent, span), async () => await run(describe))
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    statement(system, sql) {
      const parent = current.getStore()
      if (!parent) return () => undefined
      const text = shapeOf(sql, system)
      const [verb = 'STATEMENT'] = text.split(' ', 1)
      const known = { 'db.system.name': system, 'db.query.text': text }
      const name = `${system} ${verb.toUpperCase().slice(0, 20)}`
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: known }, parent)
      return (error) => {
        if (error !== undefined) fail(span, error)
        span.end()
      }
    },
    close: async () => void (await within(closeMs, provider.shutdown())),
  }
}
