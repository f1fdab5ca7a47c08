import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/** What an operator imports while the server runs: the lines of a CSV file, the names of its columns first. */
export async function importLeads(dictId: string, ...lines: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-import-'))
  const file = join(folder, `${dictId}.csv`)
  await writeFile(file, `${lines.join('\n')}\n`)
  const root = resolve(import.meta.dirname, '..', '..')
  const args = ['apps/server/src/main.ts', 'import', file, '--dictionary', dictId, '--yes']
  const env = { ...process.env, NODE_ENV: 'production', FREEOR_DATA: inject('dataDir') }
  await promisify(execFile)(process.execPath, args, { cwd: root, env })
  await rm(folder, { recursive: true })
}
