import { startWorkerThread } from '@freeor/kernel/worker-thread'
import { ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { HealthChoice } from '../health-choice.ts'
import { healthOf } from './health.ts'
import type { HealthMessages, Told } from './health-messages.ts'
import { watchEngines } from './watch-engines.ts'

/** A process that has said nothing for so long does not serve, whatever it said before. */
const SILENT_AFTER_MS = 10_000

export type HealthPort = {
  /** Says what is answered from now on. */
  tell(told: Told): void
  close(): Promise<void>
}

export type HealthPortOptions = {
  /** Told when the thread has ended by itself. */
  onEnd(error: Error): void
  readonly silentAfterMs?: number
}

/**
 * Answers the health call at a port of its own, where the configuration has one. A thread does so: however many requests
 * wait for the thread that serves the sites, whoever watches the process has an answer at once.
 * @throws ConfigError for a port that is taken
 */
export async function serveHealth(
  choice: HealthChoice,
  { onEnd, silentAfterMs = SILENT_AFTER_MS }: HealthPortOptions,
): Promise<HealthPort> {
  if (!choice) return { tell: () => undefined, close: async () => undefined }
  const entry = new URL('./health-worker.ts', import.meta.url)
  const thread = startWorkerThread<HealthMessages>(entry, { name: 'the health call', onEnd })
  try {
    await thread.send({ do: 'listen', ...choice, silentAfterMs })
  } catch (cause) {
    await thread.stop()
    throw new ConfigError(`HEALTH_PORT: cannot listen at ${choice.host}:${choice.port}`, { cause })
  }
  return {
    // Without a thread whoever watches the process gets no answer, and the log says why.
    tell: (told) => void thread.send({ do: 'tell', told }).catch(() => undefined),
    close: async () => await thread.stop(),
  }
}

/** Keeps the health port told of the engines and the disk. @returns ends it, and says that the process stops */
export function tellHealth(deps: Deps, port: HealthPort): () => Promise<void> {
  const leave = watchEngines(deps, (states) => port.tell(healthOf(deps, states)))
  return async () => {
    await leave()
    port.tell({ status: 'stopping' })
  }
}
