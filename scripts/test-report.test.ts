import { expect, test } from 'vitest'
import { describeFailures, describeTimes, quickRunOf } from './test-report.mjs'

const passed = { status: 'passed', fullName: 'it works', failureMessages: [] }
const file = (name: string, seconds: number, assertionResults: object[] = [passed]) => ({
  name: `/project/${name}`,
  status: 'passed',
  message: '',
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults,
})

test('the times of files add up by folder, the slowest first', () => {
  const results = [
    file('packages/leads/src/search/search.test.ts', 3),
    file('packages/leads/src/import/import.test.ts', 4, [passed, passed]),
    file('apps/server/src/faults/mail.test.ts', 20),
    file('apps/server/src/bot.test.ts', 5),
    file('e2e/src/journeys/phone.test.ts', 9),
  ]
  expect(describeTimes('/project', [{ name: 'check', ms: 61_000 }], results).split('\n')).toEqual([
    'step    s',
    'check  61',
    '',
    'folder                  files  tests   s',
    'apps/server/src/faults      1      1  20',
    'e2e                         1      1   9',
    'packages/leads              2      3   7',
    'apps/server/src             1      1   5',
    '',
    'slowest files                              s',
    'apps/server/src/faults/mail.test.ts       20',
    'e2e/src/journeys/phone.test.ts             9',
    'apps/server/src/bot.test.ts                5',
    'packages/leads/src/import/import.test.ts   4',
    'packages/leads/src/search/search.test.ts   3',
  ])
})

test('a failed test is listed with its file and the first line of its error, as is a file that did not load', () => {
  const failed = { status: 'failed', fullName: 'it counts', failureMessages: ['expected 1 to be 2\n at x'] }
  expect(describeFailures('/project', file('a.test.ts', 1, [passed, failed]))).toEqual([
    'a.test.ts > it counts\n  expected 1 to be 2',
  ])
  const broken = { ...file('b.test.ts', 1, []), status: 'failed', message: 'no such module' }
  expect(describeFailures('/project', broken)).toEqual(['b.test.ts: no such module'])
  expect(describeFailures('/project', file('c.test.ts', 1))).toEqual([])
})

const quickPartsOf = (paths: readonly string[]) => quickRunOf(paths, 'HEAD')?.args.slice(3)

test('a quick run takes the tests of the changed workspaces that reach a change since the revision, each once', () => {
  const paths = [
    'packages/leads/src/a.ts',
    'packages/leads/src/b.ts',
    'apps/leads-site/app/c.tsx',
    'scripts/d.mjs',
    '',
  ]
  expect(quickRunOf(paths, 'HEAD~1')).toEqual({
    args: ['--changed', 'HEAD~1', '--passWithNoTests', 'packages/leads/', 'apps/leads-site/', 'scripts'],
    needsBuild: false,
  })
})

test('in the server a quick run takes the folders of the change, since every test reaches every file of it', () => {
  expect(quickPartsOf(['apps/server/src/api/plans/list-plans.ts', 'apps/server/src/http/mount.ts'])).toEqual([
    'apps/server/src/api/plans/',
    'apps/server/src/http/',
  ])
})

test('of a file that each test of the server reaches, a quick run takes the test beside it', () => {
  const paths = ['apps/server/src/app.ts', 'apps/server/src/api/operations.ts', 'apps/server/src/bot.test.ts']
  expect(quickPartsOf(paths)).toEqual([
    'apps/server/src/app.',
    'apps/server/src/api/operations.',
    'apps/server/src/bot.',
  ])
})

test('a quick run of the server’s tests needs the build, as they open pages', () => {
  expect(quickRunOf(['apps/server/src/app.ts'], 'HEAD')?.needsBuild).toBe(true)
  expect(quickRunOf(['packages/leads/src/a.ts'], 'HEAD')?.needsBuild).toBe(false)
})

test('documents and journeys are no part of a quick run', () => {
  expect(quickRunOf(['README.md', 'docs/performance.md', 'e2e/src/journeys/lead.test.ts', ''], 'HEAD')).toBe(
    undefined,
  )
})
