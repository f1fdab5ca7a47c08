import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'

/** Tells each signal that it gets, and ends half a second later. */
const program = `for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => { console.log('got ' + name); setTimeout(() => process.exit(0), 500) })
console.log('pid ' + process.pid)
setInterval(() => undefined, 1000)`

let script: ChildProcess | undefined
afterEach(() => script?.kill('SIGKILL'))

const linesOf = (output: Readable) => createInterface({ input: output })[Symbol.asyncIterator]()

const readPid = async (lines: AsyncIterator<string>): Promise<number> =>
  Number(String((await lines.next()).value).replace('pid ', ''))

/** A script of ours that runs the program above. */
const sourceOf = (stop: string | undefined): string =>
  `const { runToEnd } = await import(${JSON.stringify(new URL('setup.mjs', import.meta.url).href)})
    await runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify({ stop })})
    console.log('went on')`

/** It, and the lines that are written. */
function startScript(stop: string | undefined) {
  const started = spawn(process.execPath, ['--input-type=module', '-e', sourceOf(stop)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  script = started
  return { started, lines: linesOf(started.stdout) }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  ['SIGTERM', undefined, 'SIGTERM'],
  ['SIGHUP', undefined, 'SIGHUP'],
  // Vitest stops what it started when it is told as by a terminal.
  ['SIGTERM', 'SIGINT', 'SIGINT'],
] as const)('%s ends what a script runs, in order, before the script', async (signal, stop, got) => {
  const { started, lines } = startScript(stop)
  const pid = await readPid(lines)
  expect(isThere(pid)).toBe(true)
  const ended = once(started, 'exit')
  started.kill(signal)
  expect((await lines.next()).value).toBe(`got ${got}`)
  expect(await ended).toEqual([1, null])
  expect(isThere(pid)).toBe(false)
  expect((await lines.next()).done).toBe(true)
})

test('a script that npm started ends when the shell in between is gone', async () => {
  const shell = spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$SOURCE"; true'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE: process.execPath,
      SOURCE: sourceOf(undefined),
      npm_lifecycle_event: 'test',
    },
  })
  script = shell
  const lines = linesOf(shell.stdout)
  const pid = await readPid(lines)
  shell.kill('SIGTERM')
  expect((await lines.next()).value).toBe('got SIGTERM')
  expect((await lines.next()).done).toBe(true)
  expect(isThere(pid)).toBe(false)
})
