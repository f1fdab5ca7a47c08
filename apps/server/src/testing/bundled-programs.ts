import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const script = resolve(import.meta.dirname, '../../../../scripts/bundle-test-programs.mjs')

let made: Promise<{ stdout: string }> | undefined

/** The folder of what is made once of the sources as they are now, and is kept until they change. */
async function madeFolder(): Promise<string> {
  made ??= promisify(execFile)(process.execPath, [script])
  return (await made).stdout
}

/**
 * Arguments for Node that run a program: bundled, as `npm start` runs the server, since from its sources each start
 * costs some five seconds of processor time.
 */
export const programArguments = async (program: 'main' | 'server-with-faults'): Promise<string[]> => [
  join(await madeFolder(), `${program}.mjs`),
]

/** The data folder that a first start left behind, to be copied. */
export const firstDataFolder = async (): Promise<string> => join(await madeFolder(), 'data-folder')
