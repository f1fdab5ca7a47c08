import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'

/** Tells each signal that it gets, and ends half a second later. */
const program = `for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => { console.log('got ' + name); setTimeout(() => process.exit(0), 500) })
console.log('pid ' + process.pid)
setInterval(() => undefined, 1000)`

let script: ChildProcess | undefined
afterEach(() => script?.kill('SIGKILL'))

/** A script of ours that runs the program above, and the lines that are written. */
function startScript(stop: string | undefined) {
  const source = `const { runToEnd } = await import(${JSON.stringify(new URL('setup.mjs', import.meta.url).href)})
    await runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify({ stop })})
    console.log('went on')`
  const started = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  script = started
  return { started, lines: createInterface({ input: started.stdout })[Symbol.asyncIterator]() }
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
  const pid = Number((await lines.next()).value.replace('pid ', ''))
  expect(isThere(pid)).toBe(true)
  const ended = once(started, 'exit')
  started.kill(signal)
  expect((await lines.next()).value).toBe(`got ${got}`)
  expect(await ended).toEqual([1, null])
  expect(isThere(pid)).toBe(false)
  expect((await lines.next()).done).toBe(true)
})
