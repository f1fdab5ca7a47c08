import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A small project under the rules of this one. */
let project: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'freeor-rules-'))
  for (const file of ['biome.json', 'knip.jsonc', '.gitignore']) cpSync(join(root, file), join(project, file))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

function write(files: Record<string, string>): void {
  rmSync(join(project, 'packages'), { recursive: true, force: true })
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
}

/** What the tool prints about the project, and how it ends. */
async function run(tool: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const command = [join(root, 'node_modules', tool), ...args]
  const ended = promisify(execFile)(process.execPath, command, { cwd: project })
  return await ended.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}

describe('unused code', () => {
  const used = {
    'package.json': '{ "name": "project", "private": true, "workspaces": ["packages/*"] }',
    'packages/one/package.json': '{ "name": "@freeor/one", "exports": { "./names": "./src/names.ts" } }',
    'packages/one/src/names.ts': 'export const first = 1\n',
    'packages/two/package.json': '{ "name": "@freeor/two", "dependencies": { "@freeor/one": "*" } }',
    'packages/two/src/use.test.ts': "import { first } from '@freeor/one/names'\n\nprocess.exitCode = first\n",
  }
  const twoEntry = {
    'packages/two/package.json':
      '{ "name": "@freeor/two", "main": "./src/use.test.ts", "dependencies": { "@freeor/one": "*" } }',
  }
  const knip = async () => await run('knip/bin/knip.js', '--no-progress')

  test('a project without unused code passes', async () => {
    write({ ...used, ...twoEntry })
    expect(await knip()).toMatchObject({ code: 0 })
  })

  test('an export that only its own file uses, a file and a dependency that nobody imports fail', async () => {
    write({
      ...used,
      ...twoEntry,
      'packages/one/package.json':
        '{ "name": "@freeor/one", "exports": { "./names": "./src/names.ts" }, "dependencies": { "zod": "4.6.7" } }',
      'packages/one/src/names.ts': 'export const second = 2\nexport const first = second\n',
      'packages/one/src/lonely.ts': 'process.exitCode = 0\n',
    })
    const { code, said } = await knip()
    expect(code).toBe(1)
    expect(said).toMatch(/Unused exports[\s\S]*second\b.*names\.ts/)
    expect(said).toMatch(/Unused files[\s\S]*lonely\.ts/)
    expect(said).toMatch(/Unused dependencies[\s\S]*zod/)
  })
})

describe('sizes', () => {
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n))
  const lint = async (name: string, text: string) => {
    write({ [`packages/one/src/${name}`]: text })
    return await run('@biomejs/biome/bin/biome', 'lint', '--max-diagnostics=5', 'packages')
  }
  const assignments = (count: number) => lines(count, (n) => `  process.exitCode = ${n}`)

  test('a file of more than 260 lines fails; blank lines do not count', async () => {
    const text = lines(260, (n) => `process.exitCode = ${n}\n`).join('\n')
    expect((await lint('long.ts', text)).said).not.toContain('noExcessiveLinesPerFile')
    const { code, said } = await lint('long.ts', `${text}process.exitCode = 260\n`)
    expect(code).toBe(1)
    expect(said).toContain('noExcessiveLinesPerFile')
  })

  test('a function of more than 60 lines fails, a component of more than 120', async () => {
    const body = (count: number) => ['export function long() {', ...assignments(count), '}', ''].join('\n')
    expect((await lint('long.ts', body(50))).said).not.toContain('noExcessiveLinesPerFunction')
    expect((await lint('long.ts', body(70))).said).toContain('noExcessiveLinesPerFunction')
    expect((await lint('long.tsx', body(70))).said).not.toContain('noExcessiveLinesPerFunction')
    expect((await lint('long.tsx', body(130))).said).toContain('noExcessiveLinesPerFunction')
  })

  test('a function of more than four parameters fails', async () => {
    const takes = (names: string) =>
      `export const sum = (${names}) => [${names.replaceAll(': number', '')}]\n`
    const four = 'a: number, b: number, c: number, d: number'
    expect((await lint('sum.ts', takes(four))).said).not.toContain('useMaxParams')
    expect((await lint('sum.ts', takes(`${four}, e: number`))).said).toContain('useMaxParams')
  })
})

test('files that import each other fail, also when it is only for types', async () => {
  const lint = async () => await run('@biomejs/biome/bin/biome', 'lint', '--max-diagnostics=5', 'packages')
  const one = `import type { Two } from './two.ts'\n\nexport type One = { readonly two: Two }\n`
  write({ 'packages/one/src/one.ts': one, 'packages/one/src/two.ts': 'export type Two = string\n' })
  expect((await lint()).said).not.toContain('noImportCycles')
  const two = `import type { One } from './one.ts'\n\nexport type Two = { readonly one: One }\n`
  write({ 'packages/one/src/one.ts': one, 'packages/one/src/two.ts': two })
  const { code, said } = await lint()
  expect(code).toBe(1)
  expect(said).toContain('noImportCycles')
})
