import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, foldersOf } from './build-stamp.mjs'

const repository = join(import.meta.dirname, '..')
let root: string

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
const workspace = (folder: string, name: string, ...needs: string[]) =>
  write(
    `${folder}/package.json`,
    JSON.stringify({ name, dependencies: Object.fromEntries(needs.map((each) => [each, '*'])) }),
  )

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'freeor-stamp-'))
  await workspace('apps/site', '@freeor/site', '@freeor/frame', 'react')
  await workspace('packages/frame', '@freeor/frame', '@freeor/people')
  await workspace('packages/people', '@freeor/people', '@freeor/frame')
  await workspace('packages/engine', '@freeor/engine')
})
afterEach(() => rmSync(root, { recursive: true }))

const stamp = () => fingerprint(root, foldersOf(root, '@freeor/site'))

test('a site is built from its workspace and all that it depends on, and from no other', () => {
  expect(foldersOf(root, '@freeor/site')).toEqual(['apps/site', 'packages/frame', 'packages/people'])
  expect(() => foldersOf(root, '@freeor/nothing')).toThrow('There is no workspace @freeor/nothing')
})

test('a change in a workspace that a site depends on only through another makes its build stale', async () => {
  const before = stamp()
  await write('packages/people/src/length.ts', 'export const length = 8')
  const after = stamp()
  expect(after).not.toBe(before)
  await write('packages/people/src/length.ts', 'export const length = 9')
  expect(stamp()).not.toBe(after)
})

test('a file that is renamed makes a build stale, because another name may be another page', async () => {
  await write('apps/site/app/a.tsx', 'page')
  const before = stamp()
  rmSync(join(root, 'apps/site/app/a.tsx'))
  await write('apps/site/app/b.tsx', 'page')
  expect(stamp()).not.toBe(before)
})

test('neither a test nor another workspace nor the output of a build makes a build stale', async () => {
  const before = stamp()
  await write('packages/frame/src/page.test.tsx', 'test')
  await write('packages/engine/src/engine.ts', 'engine')
  for (const made of ['build', '.react-router', '.cache', 'node_modules'])
    await write(`apps/site/${made}/made.js`, 'made')
  expect(stamp()).toBe(before)
})

test('the sites of this repository count the package that has the rules of a password', () => {
  for (const site of ['leads-site', 'courses-site'])
    expect(foldersOf(repository, `@freeor/${site}`)).toEqual(
      expect.arrayContaining([`apps/${site}`, 'packages/site-frame', 'packages/accounts', 'packages/kernel']),
    )
})
