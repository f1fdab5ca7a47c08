import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Engines, openEngines } from '../engines.ts'
import { type CommandName, runHere } from '../testing/command-here.ts'
import { newDataFolder } from '../testing/server-process.ts'

/** What commands say of plain mistakes: a sentence and no stack, and nothing is made or begun. */

let folder: Awaited<ReturnType<typeof newDataFolder>>
let missing: string

beforeAll(async () => {
  folder = await newDataFolder()
  missing = join(folder.dataDir, 'missing')
})
afterAll(async () => await folder.remove())

describe('on a folder without an installation', () => {
  const asking: [CommandName, ...string[]][] = [
    ['doctor'],
    ['backup', '/tmp/freeor-never-made.tar'],
    ['user', 'list'],
    ['user', 'make-super-admin', 'jane@people.example', '--reason', 'a test'],
    ['plan', 'list'],
    ['audit', 'search'],
    ['opt-out', 'list'],
    ['ledger-log', 'check'],
  ]

  test.each(asking)('%s %s is refused and makes none', async (name, ...args) => {
    const { code, stdout, stderr } = await runHere(missing, name, args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `There is no installation of Freeor in ${missing}. Set FREEOR_DATA to the data folder of the server.\n`,
    )
    expect(existsSync(missing)).toBe(false)
  })

  test('an empty folder is none either, and with DATABASE_URL the folder itself must be there', async () => {
    const empty = join(folder.dataDir, 'empty')
    await mkdir(empty)
    expect((await runHere(empty, 'doctor', [])).stderr).toContain(`no installation of Freeor in ${empty}`)
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/nothing'
    const elsewhere = await runHere(missing, 'doctor', [], { DATABASE_URL })
    expect(elsewhere.stderr).toContain(`no installation of Freeor in ${missing}`)
  })
})

test('an import may be the first thing that an installation sees', async () => {
  const file = join(folder.dataDir, 'firms.csv')
  await writeFile(file, 'name,zip\nAda & Sons,77001\nBea Inc.,77002\n')
  const fresh = join(folder.dataDir, 'fresh')
  const { code, stdout, stderr } = await runHere(fresh, 'import', [file, '--dictionary', 'firms', '--json'])
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, rowsStored: 2 })
})

test('a file that lacks most columns of a dictionary is another dataset, unless it is said to be meant', async () => {
  const dataDir = join(folder.dataDir, 'replaced')
  const [firms, wells] = [join(folder.dataDir, 'firms.csv'), join(folder.dataDir, 'wells.csv')]
  await writeFile(firms, 'name,zip,owner,size\nAda & Sons,77001,Ada,3\nBea Inc.,77002,Bea,4\n')
  await writeFile(wells, 'name,depth,driller\nWell A,120,Cy\n,,\nWell B,80,Di,much,too,much\nWell C,90,Di\n')
  const run = async (...args: string[]) =>
    await runHere(dataDir, 'import', [...args, '--dictionary', 'firms', '--yes'])
  expect(await run(firms)).toMatchObject({ code: 0 })
  const refused = await run(wells)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /wells.csv lacks 3 of the 4 columns of firms \(ZIP, Owner, Size\).*--replace/i,
  )
  expect(refused.stdout).toContain(
    'not in the file: zip, owner, size (3 of 4 columns)\n  ! new: depth, driller\n',
  )
  const meant = await run(wells, '--replace')
  expect(meant.code, meant.stderr).toBe(0)
  expect(meant.stdout).toContain('version 2: 4 rows in, 2 stored, 2 rejected')
  expect(meant.stdout).toContain('rejected: 1: No cell has a value\n')
}, 60_000)

describe('a file that cannot be used', () => {
  let engines: Engines
  let dataDir: string

  beforeAll(async () => {
    dataDir = join(folder.dataDir, 'there')
    engines = await openEngines(readConfig({ FREEOR_DATA: dataDir }), () => undefined)
  })
  afterAll(async () => await engines.close())

  const nowhere = '/nonexistent/freeor.file'
  test.each<[CommandName, ...string[]]>([
    ['opt-out', 'add', '--reason', 'asked', '--file', nowhere],
    ['opt-out', 'add', '--reason', 'asked', `--file=${nowhere}`],
    ['drop', 'load', nowhere],
    ['backup', nowhere],
    ['audit', 'export', nowhere],
    ['doctor', '--mail', '--ip', '192.0.2.1', '--message', nowhere],
  ])('is named by %s %s in one sentence', async (name, ...args) => {
    const { code, stderr } = await runHere(dataDir, name, args)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${nowhere} cannot be used: there is no such file or folder.\n`,
    })
  })

  test('a folder in place of a file, and a file that is there already, are said to be so', async () => {
    const read = await runHere(dataDir, 'opt-out', ['add', '--reason', 'asked', '--file', dataDir])
    expect(read).toMatchObject({ code: 1, stderr: 'A folder was named where a file belongs.\n' })
    const trail = join(dataDir, 'trail.csv')
    expect(await runHere(dataDir, 'audit', ['export', trail])).toMatchObject({ code: 0 })
    const again = await runHere(dataDir, 'audit', ['export', trail])
    expect(again.stderr).toBe(`${trail} cannot be used: it is there already; please name another file.\n`)
  })

  test('an archive of delete requests that is not there begins no cycle', async () => {
    await runHere(dataDir, 'drop', ['load', nowhere])
    const { stdout } = await runHere(dataDir, 'drop', ['status', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ cycles: [] })
  })
})

test.each(['search', 'download'] as const)('%s says in two lines that no server answers', async (name) => {
  const variables = { FREEOR_API_URL: 'http://127.0.0.1:9', FREEOR_API_KEY: 'freeor_key' }
  const args = ['firms', ...(name === 'download' ? ['--to', join(folder.dataDir, 'x.csv'), '--yes'] : [])]
  const { code, stderr } = await runHere(folder.dataDir, name, args, variables)
  expect(code).toBe(1)
  expect(stderr.split('\n')).toEqual([
    'Nothing answers at http://127.0.0.1:9: is FREEOR_API_URL right?',
    expect.stringMatching(/^Cause: \S/),
    '',
  ])
})

test.each<[string, CommandName, ...string[]]>([
  ['openapi takes no name.', 'openapi', 'extra'],
  ["Unknown option '--bogus'", 'openapi', '--bogus'],
  ['doctor takes no name.', 'doctor', 'extra'],
  ['--ip and --message belong to --mail.', 'doctor', '--message', 'a-mail'],
  ['--ip and --message belong to --mail.', 'doctor', '--ip', '192.0.2.1'],
  ['Please name one company and one plan.', 'plan', 'set'],
  ['Please say list or set.', 'plan'],
  ['list takes no company.', 'plan', 'list', 'a-company'],
  ['of 3 characters or more', 'user', 'ban', 'jane@people.example', '--reason', 'x'],
  ['Please name one file or more.', 'do-not-call', 'import'],
])('"%s" is the answer to %s %s %s', async (sentence, name, ...args) => {
  const { code, stdout, stderr } = await runHere(folder.dataDir, name, args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toContain(sentence)
  expect(stderr).toContain('Usage:')
})

test('openapi --help says how, and openapi alone prints the document', async () => {
  const help = await runHere(folder.dataDir, 'openapi', ['--help'])
  expect(help).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npm run -s freeor -- openapi/),
  })
  expect(JSON.parse((await runHere(folder.dataDir, 'openapi', [])).stdout)).toHaveProperty('paths')
})

/** The program itself, whose last word is not that of a command. */
function startProgram(...args: string[]) {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn('env', [`FREEOR_DATA=${folder.dataDir}/a-file`, process.execPath, main, ...args])
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const ended = once(child, 'close').then(([code]) => ({ code, errors: errors.join('') }))
  return { child, ended }
}

test('a reader of the output that goes early is no failure', async () => {
  const { child, ended } = startProgram('openapi')
  child.stdout.destroy()
  expect(await ended).toEqual({ code: 0, errors: '' })
})

test('a server is not started on a file, and says so in one line', async () => {
  await writeFile(join(folder.dataDir, 'a-file'), '')
  expect(await startProgram('serve').ended).toEqual({
    code: 1,
    errors: expect.stringMatching(/^The data folder \S+a-file cannot be used .*Set FREEOR_DATA[^\n]+\n$/),
  })
})
