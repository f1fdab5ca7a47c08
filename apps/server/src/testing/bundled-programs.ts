import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const script = resolve(import.meta.dirname, '../../../../scripts/bundle-test-programs.mjs')

let made: Promise<{ stdout: string }> | undefined

/**
 * Arguments for Node that run a program: bundled, as `npm start` runs the server, since from its sources each start
 * costs some five seconds of processor time. The bundle is of the sources as they are now, and is kept until they change.
 */
export async function programArguments(program: 'main' | 'server-with-faults'): Promise<string[]> {
  made ??= promisify(execFile)(process.execPath, [script])
  return [join((await made).stdout, `${program}.mjs`)]
}
