import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fingerprint, foldersOf } from '../../../../scripts/build-stamp.mjs'

/** Programs that tests start as processes of their own: `freeor`, and the server whose faults can be armed. */
const entries = {
  main: 'apps/server/src/main.ts',
  'server-with-faults': 'apps/server/src/testing/server-with-faults.ts',
} as const

const root = resolve(import.meta.dirname, '../../../..')
const cache = join(root, 'node_modules', '.cache', 'freeor')
const unusedMilliseconds = 24 * 3_600_000

let made: Promise<string> | undefined

/**
 * Arguments for Node that run a program: bundled, as `npm start` runs the server, since from its sources each start
 * costs some five seconds of processor time. The bundle is of the sources as they are now, and is kept until they change.
 */
export async function programArguments(program: keyof typeof entries): Promise<string[]> {
  made ??= bundle()
  return ['--enable-source-maps', join(await made, `${program}.mjs`)]
}

async function bundle(): Promise<string> {
  const print = fingerprint(root, [...foldersOf(root, '@freeor/server'), 'scripts/bundle-server.mjs'])
  const folder = join(cache, `programs-${print.slice(0, 16)}`)
  if (existsSync(folder)) return folder
  await removeUnused()
  // Two workers may come at once: each builds its own, and the first to end is used.
  const own = `${folder}.${process.pid}`
  const args = [join(root, 'scripts/bundle-server.mjs'), own, ...Object.values(entries)]
  await promisify(execFile)(process.execPath, args)
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** Another run of this checkout may use one that is young. */
async function removeUnused(): Promise<void> {
  for (const name of await readdir(cache).catch(() => [])) {
    const path = join(cache, name)
    if (!name.startsWith('programs-')) continue
    if (Date.now() - (await stat(path)).mtimeMs > unusedMilliseconds)
      await rm(path, { recursive: true, force: true })
  }
}
