import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

/** A checkout with these scripts, one workspace, and in place of npm a program: the real one needs a registry. */
function openCheckout() {
  const root = mkdtempSync(join(inject('runFolder'), 'checkout-'))
  for (const folder of ['scripts', 'apps', 'packages/one']) mkdirSync(join(root, folder), { recursive: true })
  for (const script of ['setup.mjs', 'build-stamp.mjs'])
    cpSync(new URL(script, import.meta.url), join(root, 'scripts', script))
  for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(root, file), '{}')
  const npm = join(root, 'npm.mjs')
  const install = `const { install } = await import(${JSON.stringify(join(root, 'scripts/setup.mjs'))}); await install()`
  return {
    root,
    /** @param does what npm does, as a program. @returns the exit code of the installation */
    install(does: string) {
      writeFileSync(npm, `import { mkdirSync, writeFileSync } from 'node:fs'\n${does}`)
      const args = ['--input-type=module', '-e', install]
      return spawnSync(process.execPath, args, { cwd: root, env: { npm_execpath: npm } }).status
    },
  }
}

const writePackages = `for (const at of ['node_modules/half', 'packages/one/node_modules/half']) {
  mkdirSync(at, { recursive: true })
  writeFileSync(at + '/package.json', '{}')
}`

test('an installation that was cut off begins anew, and one that ended is not made again', () => {
  const { root, install } = openCheckout()
  const isThere = () =>
    ['node_modules/half', 'packages/one/node_modules/half'].map((at) => existsSync(join(root, at)))
  expect(install(`${writePackages}\nprocess.kill(process.pid, 'SIGKILL')`)).toBe(1)
  expect(isThere()).toEqual([true, true])
  expect(install(`mkdirSync('node_modules/whole', { recursive: true })`)).toBe(0)
  expect(isThere()).toEqual([false, false])
  expect(existsSync(join(root, 'node_modules/whole'))).toBe(true)
  expect(install('process.exit(3)')).toBe(0)
})

test('where the lockfile has changed, what is installed stays for npm to go on from', () => {
  const { root, install } = openCheckout()
  expect(install(writePackages)).toBe(0)
  writeFileSync(join(root, 'package-lock.json'), '{"changed":true}')
  expect(install('process.exit(0)')).toBe(0)
  expect(existsSync(join(root, 'node_modules/half'))).toBe(true)
})
