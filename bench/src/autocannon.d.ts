/** The part of autocannon 9 that is used here; the package brings no types. */
declare module 'autocannon' {
  type Histogram = {
    p50: number
    p90: number
    p97_5: number
    p99: number
    max: number
    average: number
    mean: number
  }
  type Result = {
    latency: Histogram
    requests: { average: number; total: number; sent: number }
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
    statusCodeStats: Record<string, { count: number }>
  }
  type Client = {
    setHeaders(headers: Record<string, string>): void
    on(event: 'response', listener: Listener): void
  }
  type Listener = (status: number, bytes: number, ms: number) => void
  type Options = {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Requests a second over all connections. */
    method?: string
    body?: string
    headers?: Record<string, string>
    setupClient?: (client: Client) => void
  }
  export default function autocannon(options: Options): PromiseLike<Result>
}
