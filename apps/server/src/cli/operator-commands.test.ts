import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { examine, newDataFolder, runFreeor } from '../testing/server-process.ts'
import { withDatabase } from './with-database.ts'

/** The commands of an operator on a data folder without a server, as a person gives them. */

const person = 'jane@people.example'
let folder: Awaited<ReturnType<typeof newDataFolder>>

const freeor = async (...args: string[]) => await runFreeor(folder.dataDir, ...args)

async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await freeor(...args)
  expect(code, stderr).toBe(0)
  return stdout
}

beforeAll(async () => {
  folder = await newDataFolder()
}, 60_000)

afterAll(async () => await folder.remove())

test.each(['user', 'plan', 'grant', 'audit', 'backup', 'restore'])(
  '%s --help says how, with an example',
  async (name) => {
    const { code, stdout } = await freeor(name, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`freeor -- ${name}`)
    expect(stdout).toMatch(/Examples?:/)
  },
  60_000,
)

test.each([
  [['user']],
  [['user', 'ban', person]],
  [['user', 'show']],
  [['user', 'reset-two-factor', person]],
  [['plan', 'set', person, 'freeor_none', '--reason', 'a reason']],
  [['grant', person, '-5', '--reason', 'a reason']],
  [['grant', person, '5']],
  [['audit', 'export']],
  [['audit', 'search', '--action', 'A B']],
  [['restore']],
])(
  '%j is told what is wrong, with exit code 2',
  async (args) => {
    const { code, stderr } = await freeor(...args)
    expect(code).toBe(2)
    expect(stderr).toContain('Usage:')
  },
  60_000,
)

test('a person is made, put on a plan, given leads, closed out and let in, and all of it stands in the trail', async () => {
  const made = JSON.parse(await done('user', 'create', person, '--name', 'Jane', '--json'))
  expect(made).toMatchObject({ created: true, email: person })
  expect(await done('user', 'create', person)).toContain('has an account already')
  await done('plan', 'set', person, 'freeor_pro', '--reason', 'a charity')
  const grant = ['grant', person, '500', '--reason', 'an apology', '--key', 'apology-1']
  expect(await done(...grant)).toContain('got 500 leads')
  expect(await done(...grant)).toContain('nothing was changed')
  await done('user', 'ban', person, '--reason', 'a test of the ban')
  expect(JSON.parse(await done('user', 'list', '--state', 'banned', '--json'))).toMatchObject([
    { email: person },
  ])
  await done('user', 'unban', person, '--reason', 'it was a test')
  await done('user', 'make-super-admin', person, '--reason', 'our new colleague')
  expect(await done('user', 'show', person)).toContain('super admin')
  expect(await done('user', 'reset-link', person, '--reason', 'asked by phone')).toContain(
    '/reset_password?token=',
  )
  const entries = JSON.parse(await done('audit', 'search', '--json')) as { action: string }[]
  expect(entries.map(({ action }) => action)).toEqual([
    'reset_link.made',
    'user.made_super_admin',
    'user.unbanned',
    'user.banned',
    'leads.granted',
    'plan.set_by_hand',
  ])
  const file = join(folder.dataDir, 'trail.csv')
  await done('audit', 'export', file, '--action', 'user.')
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(4)
  expect((await examine(folder.dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
}, 180_000)

test('a second factor that is lost is turned off with a reason, once', async () => {
  const email = 'lost-app@people.example'
  const made = JSON.parse(await done('user', 'create', email, '--json')) as { userId: string }
  const config = readConfig({ FREEOR_DATA: folder.dataDir, SAMPLE_DATA: 'false' })
  await withDatabase(
    () => config,
    async ({ database }) => {
      const now = new Date()
      const factor = { userId: made.userId, secret: 'sealed', enabledAt: now, createdAt: now }
      await database.db.insert(twoFactors).values(factor)
      return 0
    },
  )
  const reset = ['user', 'reset-two-factor', email, '--reason', 'showed their passport']
  expect(await done(...reset)).toBe(`Done: reset-two-factor ${email}\n`)
  const { code, stderr } = await freeor(...reset)
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: 'Their two-step log-in is off.' })
  const trail = await done('audit', 'search', '--action', 'two_factor.reset_by_hand', '--json')
  expect(JSON.parse(trail)).toMatchObject([{ subjectEmail: email }])
}, 180_000)

test('nobody is nobody', async () => {
  const { code, stderr } = await freeor('user', 'show', 'nobody@people.example')
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: 'There is no such person' })
}, 60_000)
