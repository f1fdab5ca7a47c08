import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Engines, openEngines } from '../engines.ts'
import { type CommandName, runHere } from '../testing/command-here.ts'
import { examine, newDataFolder, runFreeor } from '../testing/server-process.ts'

/**
 * The commands of an operator as a person runs them: each once as a process of its own, the first on a data folder
 * without a server, the others while engines run. The rest run in this process, where the output is the same and comes
 * in a tenth of the time.
 */

const person = 'jane@people.example'
let folder: Awaited<ReturnType<typeof newDataFolder>>
let made: { created: boolean; email: string }
let engines: Engines | undefined

const freeor = async (...args: string[]) => await runFreeor(folder.dataDir, ...args)
const here = async (name: CommandName, ...args: string[]) => await runHere(folder.dataDir, name, args)

/** The output of a command that succeeded. */
async function done(ended: ReturnType<typeof here>): Promise<string> {
  const { code, stdout, stderr } = await ended
  expect(code, stderr).toBe(0)
  return stdout
}

beforeAll(async () => {
  folder = await newDataFolder()
  made = JSON.parse(await done(freeor('user', 'create', person, '--name', 'Jane', '--json')))
  engines = await openEngines(readConfig({ FREEOR_DATA: folder.dataDir }), () => undefined)
})

afterAll(async () => {
  await engines?.close()
  await folder.remove()
})

test.each([
  'do-not-call',
  'opt-out',
  'user',
  'plan',
  'grant',
  'certificates',
  'audit',
  'backup',
  'restore',
] as const)('%s --help says how, with an example', async (name) => {
  // Backups and restores have their own tests as processes.
  const { code, stdout } = await here(name, '--help')
  expect(code).toBe(0)
  expect(stdout).toContain(`freeor -- ${name}`)
  expect(stdout).toMatch(/Examples?:/)
})

test.each<[CommandName, ...string[]]>([
  ['user'],
  ['user', 'ban', person],
  ['certificates'],
  ['certificates', 'rotate-key'],
  ['user', 'show'],
  ['user', 'reset-two-factor', person],
  ['plan', 'set', person, 'freeor_none', '--reason', 'a reason'],
  ['grant', person, '-5', '--reason', 'a reason'],
  ['grant', person, '5'],
  ['audit', 'export'],
  ['audit', 'search', '--action', 'A B'],
  ['restore'],
  ['opt-out'],
  ['opt-out', 'add', 'nobody@mail.example'],
  ['opt-out', 'add', '--reason', 'asked'],
  ['opt-out', 'check'],
  ['opt-out', 'add', 'one@mail.example', 'two@mail.example', '--reason', 'asked'],
  ['do-not-call'],
  ['do-not-call', 'import'],
  ['do-not-call', 'status', 'a-file'],
  ['do-not-call', 'import', 'a-file', '--obtained', 'yesterday'],
])('%s %s %s %s %s %s is told what is wrong, with exit code 2', async (name, ...args) => {
  const { code, stderr } = await here(name, ...args)
  expect(code).toBe(2)
  expect(stderr).toContain('Usage:')
})

test('a process of a command that is used wrongly ends with exit code 2', async () => {
  expect(await freeor('restore')).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage:') })
})

test('a person is created, put on a plan, granted leads, banned and unbanned, and the trail has it all', async () => {
  expect(made).toMatchObject({ created: true, email: person })
  expect(await done(here('user', 'create', person))).toContain('has an account already')
  await done(freeor('plan', 'set', person, 'freeor_pro', '--reason', 'a charity'))
  const grant = [person, '500', '--reason', 'an apology', '--key', 'apology-1']
  expect(await done(freeor('grant', ...grant))).toContain('got 500 leads')
  expect(await done(here('grant', ...grant))).toContain('nothing was changed')
  await done(here('user', 'ban', person, '--reason', 'a test of the ban'))
  expect(JSON.parse(await done(here('user', 'list', '--state', 'banned', '--json')))).toMatchObject([
    { email: person },
  ])
  await done(here('user', 'unban', person, '--reason', 'it was a test'))
  await done(here('user', 'make-super-admin', person, '--reason', 'our new colleague'))
  expect(await done(here('user', 'show', person))).toContain('super admin')
  expect(await done(here('user', 'reset-link', person, '--reason', 'asked by phone'))).toContain(
    '/reset_password?token=',
  )
  const entries = JSON.parse(await done(here('audit', 'search', '--json'))) as { action: string }[]
  expect(entries.map(({ action }) => action)).toEqual([
    'reset_link.made',
    'user.made_super_admin',
    'user.unbanned',
    'user.banned',
    'leads.granted',
    'plan.set_by_hand',
  ])
  const file = join(folder.dataDir, 'trail.csv')
  await done(freeor('audit', 'export', file, '--action', 'user.'))
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(4)
  expect((await examine(folder.dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('a second factor that is lost is turned off with a reason, once', async () => {
  const email = 'lost-app@people.example'
  const { userId } = JSON.parse(await done(here('user', 'create', email, '--json'))) as { userId: string }
  const now = new Date()
  const factor = { userId, secret: 'sealed', enabledAt: now, createdAt: now }
  await engines?.database.db.insert(twoFactors).values(factor)
  const reset = ['reset-two-factor', email, '--reason', 'showed their passport']
  expect(await done(here('user', ...reset))).toBe(`Done: reset-two-factor ${email}\n`)
  const { code, stderr } = await here('user', ...reset)
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: 'Their two-step log-in is off.' })
  const trail = await done(here('audit', 'search', '--action', 'two_factor.reset_by_hand', '--json'))
  expect(JSON.parse(trail)).toMatchObject([{ subjectEmail: email }])
})

test('an admin of an organization is made and ended, with an audit row each', async () => {
  const [add, remove] = [
    ['--add', 'Sample University', '--add', 'Sample Fellowship'],
    ['--remove', 'Sample University'],
  ] as const
  const orgAdmin = (...args: readonly string[]) => here('user', 'org-admin', person, ...args)
  expect(await done(orgAdmin(...add))).toBe(`${person} is an admin of Sample Fellowship, Sample University\n`)
  expect(JSON.parse(await done(orgAdmin(...remove, '--json')))).toEqual({
    email: person,
    orgAdmin: ['Sample Fellowship'],
  })
  const trail = JSON.parse(await done(here('audit', 'search', '--action', 'org_admin.', '--json')))
  expect(trail).toMatchObject([
    { subjectEmail: person, actorUserId: null, details: { removed: ['Sample University'] } },
    { details: { added: ['Sample Fellowship', 'Sample University'] } },
  ])
  const unknown = await orgAdmin('--add', 'Elsewhere')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no organization')])
  expect(await orgAdmin()).toMatchObject({ code: 2, stderr: expect.stringContaining('--add NAME') })
  const args = ['org-admin', person, ...remove]
  const unserved = await runHere(folder.dataDir, 'user', args, { SITES: 'leads' })
  expect([unserved.code, unserved.stderr]).toEqual([
    2,
    expect.stringContaining('This command belongs to Courses, and SITES does not name courses.'),
  ])
})

test('the do-not-call registry is taken in whole, changed, shown with its age and removed', async () => {
  const file = async (name: string, text: string) => {
    const path = join(folder.dataDir, name)
    await writeFile(path, text)
    return path
  }
  const registry = async (...args: string[]) => await here('do-not-call', ...args)
  expect(await done(registry('status'))).toContain('There is no do-not-call registry')
  const houston = await file('713.txt', '713,5550100\r\n713,5550101\r\n')
  const dallas = await file('214.txt', '214,5550100\r\n')
  const obtained = ['--obtained', '2026-01-02']
  expect(await done(registry('import', houston, dallas, ...obtained))).toContain('3 numbers of 2 area codes')
  const status = await done(registry('status'))
  expect(status).toContain('obtained on 2026-01-02')
  expect(status).toContain('older than 31 days')
  const changes = await file('changes.txt', '214,5550100,2026-02-01,D\n713,5550102,2026-02-01,A\n')
  expect(await done(registry('import', changes))).toContain('1 added, 1 removed\n3 numbers of 1 area codes')
  const broken = await registry('import', await file('broken.txt', '713,5550100\n713,55501\n'))
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining('Line 2 cannot be read') })
  expect(await registry('import', join(folder.dataDir, 'missing.txt'))).toMatchObject({ code: 1 })
  const { registry: kept } = JSON.parse(await done(registry('status', '--json')))
  expect(kept).toMatchObject({ numbers: 3, areaCodes: 1, isOld: false })
  const lost = await done(registry('import', dallas))
  expect(lost).toContain('Nothing is known any more of the area codes 713')
  expect(await done(registry('remove'))).toContain('no number is marked')
  expect(await registry('remove')).toMatchObject({ code: 1 })
})

test('people are put on the do-not-contact list, found there without their contacts being kept, and taken off', async () => {
  const list = async (...args: string[]) => await here('opt-out', ...args)
  const why = ['--reason', 'asked by phone']
  expect(await done(list('check', 'Sam@mail.example'))).toBe('Not on the list\n')
  expect(await done(list('add', 'sam@mail.example', ...why))).toContain('1 new on the list, 0 lines not read')
  expect(await done(list('check', ' SAM@mail.example'))).toContain('asked by phone')
  const file = join(folder.dataDir, 'people.txt')
  await writeFile(file, 'sam@mail.example\n(415) 555-0142\n?\n')
  const taken = JSON.parse(await done(list('add', '--file', file, ...why, '--json')))
  expect(taken).toMatchObject({ added: 1, unread: 1 })
  const all = await done(list('list', '--json'))
  expect(all).not.toContain('sam@mail.example')
  const { optOuts } = JSON.parse(await done(list('check', 'sam@mail.example', '--json')))
  expect(optOuts).toHaveLength(1)
  expect(await done(list('remove', optOuts[0].id, ...why))).toContain('Removed from the list')
  expect(await done(list('check', 'sam@mail.example'))).toBe('Not on the list\n')
  expect(await list('remove', optOuts[0].id, ...why)).toMatchObject({ code: 1 })
  const trail = await done(here('audit', 'search', '--action', 'opt_out.removed'))
  expect(trail).toContain('asked by phone')
})

test('a command about an unknown address is refused', async () => {
  const { code, stderr } = await here('user', 'show', 'nobody@people.example')
  expect({ code, stderr: stderr.trim() }).toEqual({ code: 1, stderr: 'There is no such person' })
})
