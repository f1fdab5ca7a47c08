import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { answers } from './local-connection.ts'
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
}

/**
 * Starts the server, waits until it answers and starts it again whenever it ends by itself, with a pause that grows
 * to 5 s while it keeps failing.
 * @throws Error with the end of the server's log when the first start fails.
 */
export async function superviseServer({
  command,
  url,
  log,
}: Supervision): Promise<{ stop(): Promise<void>; kill(): void }> {
  const ending = new AbortController()
  let child = await launch(command)
  await waitUntilReady(child, url, command.logFile)
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
        await waitUntilReady(child, url, command.logFile)
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
      child.process.kill('SIGINT')
      const hard = setTimeout(() => child.process.kill('SIGQUIT'), STOP_LIMIT_MS)
      try {
        await watching
      } finally {
        clearTimeout(hard)
      }
    },
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

async function waitUntilReady(child: Launched, url: string, logFile: string): Promise<void> {
  const end = performance.now() + START_LIMIT_MS
  while (!(await answers(url))) {
    if (!child.isRunning())
      throw new Error(`PostgreSQL did not start. Its log ends with:\n${await tail(logFile)}`)
    if (performance.now() > end) {
      child.process.kill('SIGQUIT')
      throw new Error(`PostgreSQL did not answer within ${START_LIMIT_MS / 1000} s. See ${logFile}.`)
    }
    await delay(POLL_MS)
  }
}

async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-6).join('\n')
}
