// Runs on Node 20 or newer, before anything is installed: only Node's own modules here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, 'node_modules', '.cache', 'freeor')

const say = (text) => process.stderr.write(`${text}\n`)

/** The pinned Node 24 that npm installed, or this one where the platform has no package for it. */
export function nodeBinary() {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** The environment in which `node` and the installed tools are found first. */
export const toolEnv = () => ({
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
})

/** Runs a command to its end, showing its output; exits with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: toolEnv(), ...options })
  if (result.error) {
    say(`Could not run ${command}: ${result.error.message}`)
    process.exit(1)
  }
  if (result.status !== 0) process.exit(result.status ?? 1)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  const visit = (path) => {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      if (['node_modules', 'build', '.react-router', '.cache'].includes(entry.name)) continue
      const full = join(path, entry.name)
      if (entry.isDirectory()) visit(full)
      else if (!/\.test\.tsx?$/.test(entry.name))
        hash.update(full.slice(root.length)).update(readFileSync(full))
    }
  }
  for (const path of paths) {
    if (statSync(join(root, path)).isDirectory()) visit(join(root, path))
    else hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function once(name, paths, work, made = []) {
  const stamp = join(cache, name)
  const print = fingerprint(paths)
  const isMade = made.every((path) => existsSync(join(root, path)))
  if (isMade && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return
  work()
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, print)
}

/** Installs what the lockfile names; nothing when that is already there. */
export function install() {
  once('installed', ['package.json', 'package-lock.json'], () => {
    say('Installing (once; a minute or two) ...')
    const npm = process.env.npm_execpath
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
    if (npm) run(process.execPath, [npm, ...args], { stdio: ['ignore', 2, 2] })
    else run('npm', args, { stdio: ['ignore', 2, 2] })
  })
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (nodeBinary() === process.execPath && (major < 22 || (major === 22 && minor < 22))) {
    say(`There is no packaged Node 24 for this machine and its own Node is ${process.versions.node}.`)
    say('Please install Node 22.22 or newer (https://nodejs.org) and run the same command again.')
    process.exit(1)
  }
}

/** Builds both sites for production when their sources changed. */
export function build() {
  const sources = [
    'packages/ui',
    'packages/site-frame',
    'packages/api-client',
    'packages/leads/src',
    'package-lock.json',
  ]
  for (const site of ['leads-site', 'courses-site']) {
    once(
      `built-${site}`,
      [`apps/${site}`, ...sources],
      () => {
        say(`Building the ${site.replace('-', ' ')} ...`)
        run(nodeBinary(), [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
          cwd: join(root, 'apps', site),
          stdio: ['ignore', 2, 2],
          env: { ...toolEnv(), NODE_ENV: 'production' },
        })
      },
      [`apps/${site}/build/server/index.js`],
    )
  }
}

/** Starts a program that takes over: its signals and its exit code become ours. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(), ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
