import { startWorkerThread, type WorkerThread } from '@freeor/kernel/worker-thread'
import { ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { HealthChoice } from '../health-choice.ts'
import { healthOf } from './health.ts'
import type { HealthMessages, Told } from './health-messages.ts'
import { watchEngines } from './watch-engines.ts'

/** A process that has said nothing for so long does not serve, whatever it said before. */
const SILENT_AFTER_MS = 10_000
/** How long after its end a thread is started again. */
const AGAIN_AFTER_MS = 1_000

export type HealthPort = {
  /** Says what is answered from now on. */
  tell(told: Told): void
  close(): Promise<void>
}

export type HealthPortOptions = {
  /** Told when the thread has ended by itself, or could not be started again. */
  onEnd(error: Error): void
  readonly silentAfterMs?: number
}

/**
 * Answers the health call at a port of its own, where the configuration has one. A thread does so: however many requests
 * wait for the thread that serves the sites, whoever watches the process has an answer at once.
 * @throws ConfigError for a port that is taken
 */
export async function serveHealth(choice: HealthChoice, options: HealthPortOptions): Promise<HealthPort> {
  if (!choice) return { tell: () => undefined, close: async () => undefined }
  const thread = new HealthThread(choice, options)
  try {
    await thread.start()
  } catch (cause) {
    await thread.close()
    throw new ConfigError(`HEALTH_PORT: cannot listen at ${choice.host}:${choice.port}`, { cause })
  }
  return thread
}

/** A thread that ends by itself is started again, and says what the one before was told last. */
class HealthThread implements HealthPort {
  readonly #choice: NonNullable<HealthChoice>
  readonly #options: HealthPortOptions
  #told: Told = { status: 'starting' }
  #thread: WorkerThread<HealthMessages> | undefined
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(choice: NonNullable<HealthChoice>, options: HealthPortOptions) {
    this.#choice = choice
    this.#options = options
  }

  async start(): Promise<void> {
    const thread = startWorkerThread<HealthMessages>(new URL('./health-worker.ts', import.meta.url), {
      name: 'the health call',
      onEnd: (error) => this.#startAgain(error),
    })
    this.#thread = thread
    try {
      const { silentAfterMs = SILENT_AFTER_MS } = this.#options
      // Told before it listens: one that is started again never says that the process starts.
      await thread.send({ do: 'tell', told: this.#told })
      await thread.send({ do: 'listen', ...this.#choice, silentAfterMs })
    } catch (error) {
      await thread.stop()
      throw error
    }
  }

  tell(told: Told): void {
    this.#told = told
    // Without a thread whoever watches the process gets no answer, and the log says why.
    void this.#thread?.send({ do: 'tell', told }).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    await this.#thread?.stop()
  }

  /** Called twice for a thread that ends while it starts: by the thread, and by the start that failed. */
  #startAgain(error: Error): void {
    if (this.#isClosed) return
    this.#options.onEnd(error)
    clearTimeout(this.#again)
    this.#again = setTimeout(
      () => void this.start().catch((reason: Error) => this.#startAgain(reason)),
      AGAIN_AFTER_MS,
    ).unref()
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
