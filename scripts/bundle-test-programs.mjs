// `node scripts/bundle-test-programs.mjs`: bundles the programs that tests start as processes of their own, and lets the
// server make the data folder of a first start, for tests to copy. Neither is done twice for the same sources. Prints the
// folder of both.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint, foldersOf } from './build-stamp.mjs'
import { cache, root } from './setup.mjs'

/** `freeor`, and the server whose faults can be armed. */
const entries = ['apps/server/src/main.ts', 'apps/server/src/testing/server-with-faults.ts']

/** Another run of this checkout may use a folder that is younger. */
const unusedMilliseconds = 24 * 3_600_000

const sources = [...foldersOf(root, '@freeor/server'), 'scripts/bundle-server.mjs', 'package-lock.json']
const print = fingerprint(root, sources)
const folder = join(cache, `programs-${print.slice(0, 16)}`)
if (!existsSync(folder)) {
  removeUnused()
  await make(folder, bundle)
}
const dataFolder = join(folder, 'data-folder')
if (!existsSync(dataFolder)) await make(dataFolder, startOnce)
process.stdout.write(folder)

/** Two workers may come at once: each makes its own, and the first to end is used. */
async function make(path, into) {
  const own = `${path}.${process.pid}`
  await into(own)
  try {
    renameSync(own, path)
  } catch (error) {
    rmSync(own, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  }
}

function bundle(into) {
  const args = [join(root, 'scripts', 'bundle-server.mjs'), into, ...entries]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

/** Starts the server on a new data folder, and stops it. Not in place: a run of tests has its temporary folder in memory. */
async function startOnce(into) {
  const dataDir = mkdtempSync(join(tmpdir(), 'freeor-first-'))
  const program = join(folder, 'server-with-faults.mjs')
  const server = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 2] })
  const ended = once(server, 'exit')
  // It has written its address, or it has ended.
  await Promise.race([once(server.stdout, 'data'), ended])
  server.kill('SIGTERM')
  const [code] = await ended
  const isCopied =
    code === 0 && spawnSync('cp', ['-a', dataDir, into], { stdio: ['ignore', 2, 2] }).status === 0
  rmSync(dataDir, { recursive: true, force: true })
  if (!isCopied) process.exit(1)
  // Each start makes it anew.
  rmSync(join(into, 'reserve'))
}

function removeUnused() {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (name.startsWith('programs-') && Date.now() - statSync(path).mtimeMs > unusedMilliseconds)
      rmSync(path, { recursive: true, force: true })
  }
}
