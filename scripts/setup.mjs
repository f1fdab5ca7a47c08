// Runs on Node 20 or newer, before anything is installed: only Node's own modules here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint, foldersOf } from './build-stamp.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const cache = join(root, 'node_modules', '.cache', 'freeor')

const say = (text) => process.stderr.write(`${text}\n`)

/** The pinned Node 24 that npm installed, or this one where the platform has no package for it. */
export function nodeBinary() {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** The environment in which `node` and the installed tools are found first, and Node keeps what it compiled. */
export const toolEnv = () => ({
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
})

/** The programs that we wait for. A signal to this process alone would leave them running. */
const running = new Set()
let isStopping = false

function stopAll(signal) {
  isStopping = true
  for (const { child, stop } of running) child.kill(stop ?? signal)
  if (running.size === 0) process.exit(1)
}
process.on('SIGTERM', stopAll)
process.on('SIGHUP', stopAll)
// A terminal sends this to them too; sent twice, it would take from Vitest the time to stop what it started.
process.on('SIGINT', () => {
  isStopping = true
  if (running.size === 0) process.exit(1)
})

// npm passes a signal to its shell, which ends and passes nothing on: this process then has another parent.
const parent = process.ppid
const watchParent = () => {
  if (process.ppid === parent) return
  clearInterval(watch)
  stopAll('SIGTERM')
}
const watch = process.env.npm_lifecycle_event ? setInterval(watchParent, 500).unref() : undefined

/**
 * Runs a program to its end, showing its output, and ends it with this process.
 * @param stop the signal that ends it in order, where it is not SIGTERM
 * @returns its exit code, or null where a signal ended it, e.g. after `timeout` milliseconds
 * @throws Error it cannot be started
 */
export async function runToEnd(command, args, { stop, ...options } = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: toolEnv(), ...options })
  const entry = { child, stop }
  running.add(entry)
  try {
    const [code] = await once(child, 'exit')
    if (isStopping) process.exit(code || 1)
    return code
  } finally {
    running.delete(entry)
  }
}

/** Runs a command to its end, showing its output; exits with its code when it fails. */
export async function run(command, args, options = {}) {
  const code = await runToEnd(command, args, options).catch((error) => {
    say(`Could not run ${command}: ${error.message}`)
    return 1
  })
  if (code !== 0) process.exit(code ?? 1)
}

/** Whether the build of this name was made from these paths as they are now, and still exists. */
function isMade(name, print, made = []) {
  const stamp = join(cache, name)
  return (
    made.every((path) => existsSync(join(root, path))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === print
  )
}

function markMade(name, print) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, name), print)
}

function removeInstalled() {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  )
  for (const folder of ['.', 'e2e', 'bench', ...workspaces])
    rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true })
}

/**
 * Installs what the lockfile names; does nothing when it is already installed. After an installation that was cut off it
 * begins anew: npm takes a package of which a part is there for a whole one.
 */
export async function install() {
  const print = fingerprint(root, ['package.json', 'package-lock.json'])
  if (!isMade('installed', print)) {
    say('Installing (once; a minute or two) ...')
    const begun = join(cache, 'installing')
    if (existsSync(begun)) removeInstalled()
    mkdirSync(cache, { recursive: true })
    writeFileSync(begun, '')
    const npm = process.env.npm_execpath
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
    // npm goes on after its first SIGTERM: two of its parts listen to it, and each leaves the ending to the other.
    const options = { stdio: ['ignore', 2, 2], stop: 'SIGKILL' }
    if (npm) await run(process.execPath, [npm, ...args], options)
    else await run('npm', args, options)
    rmSync(begun)
    markMade('installed', print)
  }
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (nodeBinary() === process.execPath && (major < 22 || (major === 22 && minor < 22))) {
    say(`There is no packaged Node 24 for this machine and its own Node is ${process.versions.node}.`)
    say('Please install Node 22.22 or newer (https://nodejs.org) and run the same command again.')
    process.exit(1)
  }
}

/** Builds one site when what it is made from has changed. Gives the exit code. */
async function buildSite(site) {
  const sources = [...foldersOf(root, `@freeor/${site}`), 'tsconfig.json', 'package-lock.json']
  const print = fingerprint(root, sources)
  if (isMade(`built-${site}`, print, [`apps/${site}/build/server/index.js`])) return 0
  say(`Building the ${site.replace('-', ' ')} ...`)
  const code = await runToEnd(nodeBinary(), [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: join(root, 'apps', site),
    stdio: ['ignore', 2, 2],
    env: { ...toolEnv(), NODE_ENV: 'production' },
  })
  if (code === 0) markMade(`built-${site}`, print)
  return code ?? 1
}

/** What `npm start` and the browser journeys run, and its first argument for Node: errors name lines of the sources. */
export const serverProgram = ['--enable-source-maps', 'apps/server/build/main.mjs']

/** Bundles the server when what it is made from has changed. Gives the exit code. */
async function buildServer() {
  const sources = [...foldersOf(root, '@freeor/server'), 'scripts/bundle-server.mjs', 'package-lock.json']
  // The bundle names places of this checkout.
  const print = `${root} ${fingerprint(root, sources)}`
  if (isMade('built-server', print, ['apps/server/build/main.mjs'])) return 0
  say('Building the server ...')
  const args = ['scripts/bundle-server.mjs', 'apps/server/build', 'apps/server/src/main.ts']
  const code = await runToEnd(nodeBinary(), args, { stdio: ['ignore', 2, 2] })
  if (code === 0) markMade('built-server', print)
  return code ?? 1
}

/** Builds the documents when they, or what makes pages of them, have changed. Gives the exit code. */
async function buildDocuments() {
  const print = fingerprint(root, ['docs', 'apps/docs', 'package-lock.json'])
  if (isMade('built-docs', print, ['apps/docs/build/index.html'])) return 0
  say('Building the documents ...')
  const program = join(root, 'node_modules/vitepress/bin/vitepress.js')
  const code = await runToEnd(nodeBinary(), [program, 'build'], {
    cwd: join(root, 'apps', 'docs'),
    // It tells each of its steps.
    stdio: ['ignore', 'ignore', 2],
    env: { ...toolEnv(), NODE_ENV: 'production' },
  })
  if (code === 0) markMade('built-docs', print)
  return code ?? 1
}

/** Every existing site: each has its own application. */
export const allSites = readdirSync(join(root, 'apps'))
  .filter((app) => app.endsWith('-site'))
  .map((app) => app.slice(0, -'-site'.length))

/**
 * Builds the server, sites and documents for production, at the same time, where their sources changed; exits when one
 * fails.
 */
export async function build(sites = allSites) {
  const codes = await Promise.all([
    buildServer(),
    buildDocuments(),
    ...sites.map((site) => buildSite(`${site}-site`)),
  ])
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) process.exit(failed)
}

/** Starts a program that replaces this one: it gets our signals, and its exit code becomes ours. */
export function become(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(), ...env } })
  running.add({ child })
  process.on('SIGINT', () => child.kill('SIGINT'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
