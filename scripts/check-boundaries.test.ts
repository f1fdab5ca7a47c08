import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'freeor-boundaries-'))
  for (const area of ['packages', 'apps']) mkdirSync(join(project, area))
  for (const name of ['accounts', 'billing', 'leads', 'kernel']) write(`packages/${name}/package.json`, '{}')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), text)
}

/** What the check finds in the project; nothing when it passes. */
async function check(): Promise<string[]> {
  const command = [join(import.meta.dirname, 'check-boundaries.mjs'), project]
  const found = await promisify(execFile)(process.execPath, command).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
  return found.split('\n').filter(Boolean)
}

const file = 'packages/leads/src/search/queries.ts'
const fails = async (text: string, sentence: string, path = file) => {
  write(path, text)
  expect(await check()).toEqual([expect.stringContaining(`${path}: ${sentence}`)])
}
const passes = async (text: string, path = file) => {
  write(path, text)
  expect(await check()).toEqual([])
}

test('a package imports only packages below it', async () => {
  await passes("import { getPlan } from '@freeor/billing/plans'\n")
  await fails(
    "import { countLeads } from '@freeor/leads/search/queries'\n",
    'billing may not import',
    'packages/billing/src/queries.ts',
  )
})

test('no file reaches into another package by a relative path', async () => {
  await fails("import { plans } from '../../../billing/src/plans.ts'\n", 'reaches into packages/billing')
})

test('a shared layer names no site', async () => {
  await passes("export const site = 'leads'\n")
  await fails("export const site = 'leads'\n", 'names the site leads', 'packages/billing/src/queries.ts')
})

test('a name that does not say what is in a file is refused', async () => {
  await fails(
    'export const one = 1\n',
    '"helpers" does not say what is in it',
    'packages/leads/src/helpers.ts',
  )
})

test('a pure rule does no I/O', async () => {
  await fails("import { connect } from 'node:net'\n", 'does I/O', 'packages/leads/src/search/order.ts')
})

test('the environment is read in one file', async () => {
  await fails('export const home = process.env.HOME\n', 'the environment is read only in')
})

const operation = 'export async function countLeads() {}\n'

test('a verb names the file of an operation', async () => {
  await passes(operation, 'packages/leads/src/search/count-leads.ts')
  await passes(operation)
  await passes('export const leadGroups = () => []\n', 'packages/leads/src/search/lead-groups.ts')
  await fails(operation, 'an operation: a verb names its file', 'packages/leads/src/search/lead-rows.ts')
})

const table = "export const plans = pgTable('billing_plans', {})\n"

test.each([
  'await tx.insert(plans).values({})',
  'await tx\n  .update(plans)\n  .set({})',
  'await tx.delete(tables.plans)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of a template
  'await tx.execute(sql`INSERT INTO ${plans} VALUES (1)`)',
  'await pool.query("UPDATE billing_plans SET price = 0")',
  'await pool.query("DELETE FROM billing_plans")',
])('only the package that declares a table writes it: %s', async (statement) => {
  write('packages/billing/src/tables.ts', table)
  await passes(`${statement}\n`, 'packages/billing/src/commands.ts')
  await fails(`${statement}\n`, 'writes ')
})

test('a table belongs to its package also under another name', async () => {
  write('packages/billing/src/tables.ts', table)
  const imported = "import { plans as offers } from '@freeor/billing/tables'\n"
  await fails(`${imported}await tx.delete(offers)\n`, 'writes plans, which belongs to billing')
})

test('a test may write whatever it needs, and anybody may read', async () => {
  write('packages/billing/src/tables.ts', table)
  await passes('await tx.insert(plans).values({})\n', 'packages/leads/src/search/search.test.ts')
  await passes('await tx.select().from(plans)\n')
})

const minted = 'a scope is minted only in'

test.each([
  ['a cast', 'const scope = {} as CompanyScope\n', minted],
  ['a cast by unknown', 'const scope = {} as unknown as SuperAdminScope\n', minted],
  ['a cast of what holds one', 'const call = {} as { scope: CompanyScope }\n', minted],
  ['a cast of a list', 'const scopes = [] as Array<CompanyScope>\n', minted],
  [
    'a cast under an imported name',
    "import type { CompanyScope as Scope } from '@freeor/kernel/scope'\nconst scope = {} as Scope\n",
    minted,
  ],
  ['z.custom', 'const scope = z.custom<CompanyScope>((value) => true).parse({})\n', minted],
  ['z.custom of anything', 'const scope = z.custom<T>().parse({})\n', 'z.custom() without a check'],
  ['another name', 'export type Mine = CompanyScope\n', 'another name for a scope'],
])('a scope cannot be claimed by %s', async (_, text, sentence) => {
  await fails(text, sentence)
})

test('a scope is made only where it is proven, and accepted anywhere', async () => {
  await passes('export const prove = () => ({}) as CompanyScope\n', 'packages/accounts/src/scope.ts')
  await passes(
    "import type { CompanyScope } from '@freeor/kernel/scope'\nexport const companyOf = (scope: CompanyScope) => scope.companyId\n",
  )
})
