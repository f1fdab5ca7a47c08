import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

/**
 * A command of `freeor`, as an operator gives it while the server runs. It is read from the bundle, which loads in a
 * quarter of the time of the sources.
 */
export async function freeor(...args: string[]): Promise<void> {
  const program = ['--enable-source-maps', 'apps/server/build/main.mjs']
  const env = { ...process.env, NODE_ENV: 'production', FREEOR_DATA: inject('dataDir') }
  await promisify(execFile)(process.execPath, [...program, ...args], { cwd: root, env })
}

/** As `freeor`, with a file of this name and these lines, whose path the arguments have. */
export async function freeorWithFile(
  name: string,
  lines: readonly string[],
  argumentsOf: (file: string) => readonly string[],
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-file-'))
  try {
    const file = join(folder, name)
    await writeFile(file, `${lines.join('\n')}\n`)
    await freeor(...argumentsOf(file))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Imports the lines of a CSV file, the names of its columns first. */
export const importLeads = async (dictId: string, ...lines: string[]): Promise<void> =>
  await freeorWithFile(`${dictId}.csv`, lines, (file) => ['import', file, '--dictionary', dictId, '--yes'])
