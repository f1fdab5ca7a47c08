import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { nodeBinary, root, toolEnv } from './setup.mjs'

/** The shell comes first: it draws the same pages for a quarter less processor time (decision 109). */
const names = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
]
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function installed() {
  if (process.env.CHROMIUM_PATH && existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
  for (const folder of (process.env.PATH ?? '').split(':'))
    for (const name of names) if (folder && existsSync(join(folder, name))) return join(folder, name)
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('playwright-core')
  return [...macApps, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** The path of a Chromium: the installed one, else one that Playwright or the system's packages install now. */
export function findChromium() {
  const found = installed()
  if (found) return found
  process.stderr.write('No Chromium found; installing one for the browser tests ...\n')
  // The package names its program in `bin` only, not among its exports.
  const playwright = createRequire(join(root, 'e2e/package.json')).resolve('playwright-core/package.json')
  const cli = join(dirname(playwright), 'cli.js')
  spawnSync(nodeBinary(), [cli, 'install', 'chromium'], {
    stdio: ['ignore', 2, 2],
    env: toolEnv(),
    timeout: 300_000,
  })
  if (!installed() && process.getuid?.() === 0 && process.platform === 'linux') {
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2] })
    // The shell is a package of newer Debians only.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!installed())
        spawnSync('apt-get', ['install', '-y', '-qq', name], {
          stdio: ['ignore', 2, 2],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        })
  }
  const now = installed()
  if (now) return now
  process.stderr.write(
    'Please install Chromium or Chrome, or set CHROMIUM_PATH to one, for the browser tests.\n',
  )
  process.exit(1)
}
