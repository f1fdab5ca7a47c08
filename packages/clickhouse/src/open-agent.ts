import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/** A day: statements end by their caps and signals, never by a silent socket. */
export const REQUEST_TIMEOUT_MS = 86_400_000

/**
 * Keeps connections, each no longer than the engine says that it keeps it: a statement that is sent while the engine
 * closes its connection fails. Node's agent heeds what the engine says only where it has a longer time of its own. It
 * ends none that a statement is waiting on.
 */
export function openAgent(url: string, connections: number): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, maxSockets: connections, timeout: REQUEST_TIMEOUT_MS }
  return new URL(url).protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
}
