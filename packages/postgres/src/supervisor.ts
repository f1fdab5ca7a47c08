import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { askReadiness } from './local-connection.ts'
import type { childEnvironment } from './unprivileged.ts'

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 15_000
const POLL_MS = 20
const LONGEST_PAUSE_MS = 5_000

export type ServerCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly options: { cwd: string; env: typeof childEnvironment; uid?: number; gid?: number }
  readonly logFile: string
}

type Supervision = {
  readonly command: ServerCommand
  /** A database that always exists, for asking whether the server answers. */
  readonly url: string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  /** Gives the first start up. */
  readonly signal?: AbortSignal | undefined
  /** How long a server that starts may say nothing. */
  readonly startLimitMs?: number | undefined
}

/**
 * Starts the server, waits until it answers and starts it again whenever it ends by itself, with a pause that grows
 * to 5 s while it keeps failing.
 * @throws Error with the end of the server's log when the first start fails; the signal's reason
 */
export async function superviseServer(
  supervision: Supervision,
): Promise<{ stop(): Promise<void>; kill(): void }> {
  const { command, log } = supervision
  const ending = new AbortController()
  let child = await launch(command)
  await waitUntilReady(child, supervision)
  const watching = watch()

  async function watch(): Promise<void> {
    let failures = 0
    while (true) {
      const { code, signal } = await child.ended
      if (ending.signal.aborted) return
      log('PostgreSQL ended by itself and is started again', { code, signal, failures })
      const pause = failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures)
      await delay(pause, undefined, { signal: ending.signal }).catch(() => undefined)
      if (ending.signal.aborted) return
      child = await launch(command)
      // stop() may have run while the new server was being started.
      if (ending.signal.aborted) child.process.kill('SIGINT')
      try {
        await waitUntilReady(child, { ...supervision, signal: undefined })
        failures = 0
      } catch {
        failures += 1
      }
    }
  }

  return {
    kill() {
      ending.abort()
      child.process.kill('SIGQUIT')
    },
    async stop() {
      ending.abort()
      await endSoon(child, watching)
    },
  }
}

/** A fast shutdown, and a hard one where it takes too long. */
async function endSoon(child: Launched, ended: Promise<unknown>): Promise<void> {
  child.process.kill('SIGINT')
  const hard = setTimeout(() => child.process.kill('SIGQUIT'), STOP_LIMIT_MS)
  try {
    await ended
  } finally {
    clearTimeout(hard)
  }
}

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }
type Launched = { readonly process: ChildProcess; readonly ended: Promise<Ended>; isRunning(): boolean }

async function launch(command: ServerCommand): Promise<Launched> {
  const logFile = await open(command.logFile, 'a', 0o600)
  try {
    const child = spawn(command.file, command.args, {
      ...command.options,
      // A session of its own: Ctrl-C in the terminal must reach only us, and we shut the server down last.
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    })
    let running = true
    const ended = new Promise<Ended>((resolve) => {
      child.once('exit', (code, signal) => {
        running = false
        resolve({ code, signal })
      })
      child.once('error', () => {
        running = false
        resolve({ code: null, signal: null })
      })
    })
    return { process: child, ended, isRunning: () => running }
  } finally {
    await logFile.close()
  }
}

/**
 * A server that says itself that it starts is waited for without a limit: after a crash it recovers first, and one
 * that is ended meanwhile begins its recovery from the start.
 */
async function waitUntilReady(child: Launched, supervision: Supervision): Promise<void> {
  const { command, url, log, signal, startLimitMs = START_LIMIT_MS } = supervision
  const begun = performance.now()
  let heardAt = begun
  let isTold = false
  for (;;) {
    const readiness = await askReadiness(url)
    if (readiness === 'ready') return
    if (!child.isRunning())
      throw new Error(`PostgreSQL did not start. Its log ends with:\n${await tail(command.logFile)}`)
    if (signal?.aborted) {
      await endSoon(child, child.ended)
      throw signal.reason
    }
    const now = performance.now()
    if (readiness === 'refusing') heardAt = now
    if (now - heardAt > startLimitMs) {
      child.process.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not answer within ${startLimitMs / 1000} s. See ${command.logFile}.`)
    }
    if (!isTold && readiness === 'refusing' && now - begun > startLimitMs / 6) {
      isTold = true
      log('PostgreSQL is recovering, as after a crash. This may take minutes.')
    }
    await delay(POLL_MS)
  }
}

async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-6).join('\n')
}
