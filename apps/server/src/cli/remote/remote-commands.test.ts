import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { customers } from '@freeor/billing/tables'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '../../listen.ts'
import { type CommandName, runHere } from '../../testing/command-here.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'

/** Commands and the examples of the documents ask a listening server by its API, with a key. */

const root = resolve(import.meta.dirname, '../../../../..')
const examples = join(root, 'docs/examples')
const runProgram = promisify(execFile)

let fixture: CompaniesFixture
let server: Listening
let folder: string
let url: string
let key: string
/** May look, and order nothing. */
let lookingKey: string

async function makeKey(scopes: readonly string[]): Promise<string> {
  const { call, people } = fixture
  const { password } = people.owner
  await call('POST', '/api/account/reauthenticate', { as: people.owner, body: { password } })
  const made = await call('POST', '/api/account/api_keys', {
    as: people.owner,
    body: { name: 'Command', scopes: [...scopes] },
  })
  expect(made.status, made.text).toBeLessThan(300)
  return made.body.key
}

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  const { config, app } = fixture
  const anyPort = { port: 0, url: undefined }
  const addresses = { leads: anyPort, courses: anyPort }
  server = await listen({ ...config, addresses }, app.fetch.bind(app))
  url = server.addresses.of('leads')
  folder = await mkdtemp(join(tmpdir(), 'freeor-remote-'))
  key = await makeKey(['search', 'downloads', 'downloads.order'])
  lookingKey = await makeKey(['search'])
})

afterAll(async () => {
  await server.close(1000)
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const freeor = async (name: CommandName, args: string[], apiKey: string | undefined = key) =>
  await runHere(folder, name, args, {
    FREEOR_API_URL: url,
    ...(apiKey !== undefined && { FREEOR_API_KEY: apiKey }),
  })

const download = async (file: string, ...args: string[]) =>
  await freeor('download', [firmsDictId, '--to', join(folder, file), ...args])

test('search counts exactly and shows the first leads, their contacts covered', async () => {
  const found = await freeor('search', [firmsDictId, '--geography', 'state:TX', '--limit', '3'])
  expect(found).toMatchObject({ code: 0, stderr: '' })
  expect(found.stdout).toMatch(/^30 leads in version 1\n\n/)
  expect(found.stdout.trimEnd().split('\n')).toHaveLength(2 + 1 + 3)
  expect(found.stdout).not.toContain('private-person')
  const whole = await freeor('search', [firmsDictId, '--filter', 'industry:Bakery', '--json'])
  expect(JSON.parse(whole.stdout)).toMatchObject({ count: 15, query: { filter: 'industry:Bakery' } })
})

test('a mistake in the query, a wrong key and a dataset that is not there are said on one line', async () => {
  const wrong = await freeor('search', [firmsDictId, '--filter', 'industry:'])
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toMatch(/^[^\n]+\n$/)
  expect(await freeor('search', ['nothing'])).toMatchObject({ code: 1, stdout: '' })
  const unknown = await freeor('search', [firmsDictId], 'freeor_nobody')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/^The server does not know the key in FREEOR_API_KEY[^\n]+\n$/)
  const refused = await freeor('download', [firmsDictId, '--to', join(folder, 'x'), '--yes'], lookingKey)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
})

test('without a key, a file or a number where one belongs, the usage is printed', async () => {
  const keyless = await runHere(folder, 'search', [firmsDictId], { FREEOR_API_URL: url })
  expect(keyless).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Set FREEOR_API_KEY/) })
  for (const args of [
    [firmsDictId],
    [firmsDictId, '--to', 'x', '--limit', '0'],
    [firmsDictId, '--to', 'x', '--format', 'pdf'],
    [firmsDictId, '--to', 'x', '--preset', 'zoho'],
    [firmsDictId, '--to', 'x', '--rows-per-file', '99'],
    [firmsDictId, '--to', 'x', '--most', '-1'],
    ['a', 'b', '--to', 'x'],
  ])
    expect((await freeor('download', args)).code, args.join(' ')).toBe(2)
})

test('a server that does not answer is named', async () => {
  const gone = await runHere(folder, 'search', [firmsDictId], {
    FREEOR_API_URL: 'http://127.0.0.1:9',
    FREEOR_API_KEY: key,
  })
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('http://127.0.0.1:9') })
})

test('download says the price, and orders nothing without a yes or above the most that is given', async () => {
  const before = await fixture.call('GET', '/api/me', { as: fixture.people.owner })
  const unasked = await download('no.csv', '--limit', '2')
  expect(unasked).toMatchObject({ code: 1, stdout: '' })
  expect(unasked.stderr).toMatch(/^2 leads for 2 credits; \d+ credits left afterwards\.\n/)
  const dear = await download('no.csv', '--limit', '2', '--most', '1', '--yes')
  expect(dear).toMatchObject({ code: 1, stderr: expect.stringContaining('more than 1 credit.') })
  const after = await fixture.call('GET', '/api/me', { as: fixture.people.owner })
  expect(after.body.allowance).toEqual(before.body.allowance)
  expect(await readdir(folder)).not.toContain('no.csv')
})

test('download saves the whole file; the same key again is the same order, and a broken file is gone on with', async () => {
  const args = ['--limit', '3', '--yes', '--json', '--key', 'the-same-order']
  const first = await download('three.csv', ...args)
  expect(first.code, first.stderr).toBe(0)
  const ordered = JSON.parse(first.stdout)
  const saved = await readFile(join(folder, 'three.csv'))
  expect(createHash('sha256').update(saved).digest('hex')).toBe(ordered.sha256)
  expect(saved.toString()).toContain('private-person')
  await writeFile(join(folder, 'again.csv.part'), saved.subarray(0, 100))
  const second = await download('again.csv', ...args)
  expect(JSON.parse(second.stdout).id).toBe(ordered.id)
  expect(await readFile(join(folder, 'again.csv'))).toEqual(saved)
  await writeFile(join(folder, 'spoilt.csv.part'), 'something else')
  const spoilt = await download('spoilt.csv', ...args)
  expect(spoilt).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the file') })
  expect(await readdir(folder)).not.toContain('spoilt.csv')
})

test('a download of several files says that what was saved is a ZIP', async () => {
  const { companyId } = fixture.people.owner
  const lines = Array.from({ length: 120 }, (_, i) => `${i},Firm ${i},77002`)
  const source = memorySource(`ID,Company,ZIP\n${lines.join('\n')}\n`)
  await importLeads(fixture.deps.imports, { source, dictId: 'many' })
  await fixture.deps.db.update(customers).set({ planID: 'freeor_pro' })
  const grant = {
    amount: 200,
    expiresAt: null,
    reason: 'a test',
    now: new Date(),
    superAdminUserId: undefined,
  }
  await grantByHand(fixture.deps.db, { ...grant, key: companyId, companyId })
  const to = join(folder, 'many.zip')
  const made = await freeor('download', ['many', '--to', to, '--rows-per-file', '100', '--yes'])
  expect(made.stdout, made.stderr).toBe(`120 leads are in ${to}, a ZIP of 2 files\n`)
  expect((await readFile(to)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
})

/** Runs an example as its first lines say. */
async function example(program: string, args: string[]): Promise<string> {
  const variables = [`FREEOR_API_URL=${url}`, `FREEOR_API_KEY=${key}`]
  return (await runProgram('env', [...variables, program, ...args])).stdout
}

const has = async (program: string) =>
  await runProgram(program, ['--version']).then(
    () => true,
    () => false,
  )
const [hasCurl, hasPython] = [await has('curl'), await has('python3')]

test.skipIf(!hasCurl)('the shell example counts (skipped where there is no curl)', async () => {
  const script = join(examples, 'count.sh')
  const counted = await example('sh', [script, firmsDictId, '{"dslFilter": "state:TX"}'])
  expect(JSON.parse(counted)).toMatchObject({ count: 30 })
  expect(JSON.parse(await example('sh', [script, firmsDictId]))).toMatchObject({ count: 60 })
})

test.skipIf(!hasPython)('the Python example downloads (skipped where there is no python3)', async () => {
  const file = join(folder, 'python.csv')
  const said = await example('python3', [join(examples, 'download.py'), firmsDictId, 'state:NV', '2', file])
  expect(said).toContain(`2 leads are in ${file}`)
  expect((await readFile(file, 'utf8')).trimEnd().split('\r\n')).toHaveLength(3)
})

test('the TypeScript example counts with the typed client', async () => {
  const said = await example(process.execPath, [
    join(root, 'packages/api-client/examples/search.ts'),
    ...[firmsDictId, 'state:TX'],
  ])
  expect(said).toMatch(/^30 leads\n60 without state:TX\n/)
})
