// `node scripts/bundle-test-programs.mjs`: bundles the programs that tests start as processes of their own, unless that
// is done for the sources as they are now, and prints the folder.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, foldersOf } from './build-stamp.mjs'
import { cache, root } from './setup.mjs'

/** `freeor`, and the server whose faults can be armed. */
const entries = ['apps/server/src/main.ts', 'apps/server/src/testing/server-with-faults.ts']

/** Another run of this checkout may use a folder that is younger. */
const unusedMilliseconds = 24 * 3_600_000

const print = fingerprint(root, [...foldersOf(root, '@freeor/server'), 'scripts/bundle-server.mjs'])
const folder = join(cache, `programs-${print.slice(0, 16)}`)
if (!existsSync(folder)) {
  removeUnused()
  bundle()
}
process.stdout.write(folder)

/** Two workers may come at once: each builds its own, and the first to end is used. */
function bundle() {
  const own = `${folder}.${process.pid}`
  const args = [join(root, 'scripts', 'bundle-server.mjs'), own, ...entries]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
  try {
    renameSync(own, folder)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function removeUnused() {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (name.startsWith('programs-') && Date.now() - statSync(path).mtimeMs > unusedMilliseconds)
      rmSync(path, { recursive: true, force: true })
  }
}
