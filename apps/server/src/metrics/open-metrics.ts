import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Figures, samplesOf } from './figures.ts'

/** A request that was answered. `operation` is an operation's id or one of `otherRequests`: never a path. */
export type AnsweredRequest = {
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

export type RequestTotals = { readonly requests: number; readonly errors: number; readonly seconds: number }

export type CounterOptions<Value extends string> = {
  readonly name: string
  readonly help: string
  readonly label: string
  /** All that there are: each is 0 from the start. */
  readonly values: readonly Value[]
}

/** What this process counts for its operator. Labels have few values: operations, queues, results. */
export type Metrics = {
  countRequest(request: AnsweredRequest): void
  /** A request was refused because there were too many. */
  countRefusal(operation: string): void
  countJob(queue: string, result: 'done' | 'failed', seconds: number): void
  /** A counter of one site's own. */
  openCounter<Value extends string>(options: CounterOptions<Value>): (value: Value) => void
  /** Requests since the last call of this. */
  takeTotals(): RequestTotals
  /** Everything in Prometheus' text form, with these figures of now. */
  write(figures: Figures): Promise<string>
}

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

/** What stands for the operation of a request without one. */
export const otherRequests = { page: 'page', file: 'file', metrics: 'metrics', none: 'none' } as const

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

let ofProcess: Registry | undefined

/** Memory, processor time, event loop: once a process, whoever asks. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

const secondsOfAnswers = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const secondsOfJobs = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900]

export function openMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = openRequestMetrics(registers)
  const jobs = new Histogram({
    name: 'freeor_job_duration_seconds',
    help: 'Runs of jobs in this process, by queue and result',
    labelNames: ['queue', 'result'],
    buckets: secondsOfJobs,
    registers,
  })
  new Gauge({
    name: 'freeor_build_info',
    help: 'The version that runs: always 1',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  processRegistry()
  return {
    ...requests,
    countJob: (queue, result, seconds) => jobs.observe({ queue, result }, seconds),
    openCounter({ name, help, label, values }) {
      const counter = new Counter({ name, help, labelNames: [label], registers })
      for (const value of values) counter.inc({ [label]: value }, 0)
      return (value) => counter.inc({ [label]: value })
    },
    async write(figures) {
      const parts = [registry, registryOf(figures), processRegistry()]
      return (await Promise.all(parts.map(async (part) => await part.metrics()))).join('\n')
    },
  }
}

function openRequestMetrics(
  registers: Registry[],
): Pick<Metrics, 'countRequest' | 'countRefusal' | 'takeTotals'> {
  const answered = new Counter({
    name: 'freeor_http_requests_total',
    help: 'Requests that were answered, by operation, method and class of the status; calls of our own pages too',
    labelNames: ['operation', 'method', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'freeor_http_request_duration_seconds',
    help: 'Time until the answer began, by operation',
    labelNames: ['operation'],
    buckets: secondsOfAnswers,
    registers,
  })
  const refused = new Counter({
    name: 'freeor_rate_limit_refusals_total',
    help: 'Requests refused because there were too many (429, or 503 for reads), by operation; none where it was not known',
    labelNames: ['operation'],
    registers,
  })
  refused.inc({ operation: otherRequests.none }, 0)
  let totals: RequestTotals = { requests: 0, errors: 0, seconds: 0 }
  return {
    countRequest({ operation, method, status, seconds }) {
      const known = methods.has(method) ? method : 'other'
      answered.inc({ operation, method: known, status: `${Math.floor(status / 100)}xx` })
      duration.observe({ operation }, seconds)
      totals = {
        requests: totals.requests + 1,
        errors: totals.errors + (status >= 500 ? 1 : 0),
        seconds: totals.seconds + seconds,
      }
    },
    countRefusal: (operation) => refused.inc({ operation }),
    takeTotals() {
      const taken = totals
      totals = { requests: 0, errors: 0, seconds: 0 }
      return taken
    },
  }
}

/** A registry of its own for each scrape: what is not known now is absent, instead of what it was before. */
function registryOf(figures: Figures): Registry {
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  for (const { name, help, labels = {}, value } of samplesOf(figures)) {
    const labelNames = Object.keys(labels)
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames, registers: [registry] })
    gauges.set(name, gauge)
    gauge.set(labels, value)
  }
  return registry
}
