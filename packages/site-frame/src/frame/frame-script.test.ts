import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { frameScript, withoutFrameStyle } from './frame-script.ts'

const list = ['button', 'card', 'table'].map((name) => `import { ${name} } from './${name}.js'`).join('\n')
/** A site of two pages, and a library whose first module hands on what its others export. */
const files = {
  'package.json': '{"type":"module","sideEffects":["*.css"]}',
  'library/index.js': `${list}\nexport { button, card, table }\nexport * from './hooks.js'`,
  ...Object.fromEntries(
    ['button', 'card', 'table'].map((name) => [
      `library/${name}.js`,
      `export const ${name} = () => '${name}'`,
    ]),
  ),
  'library/hooks.js': "export const useSize = () => 'size'",
  'entry.client.tsx': "import { useSize } from './library/index.js'\nconsole.log(useSize())",
  'root.tsx':
    "import './root.css'\nimport { button } from './library/index.js'\nexport const root = () => button()",
  'root.css': '.root { color: red }',
  'framed-pages.tsx': "export { words as frame } from './words.ts'",
  'words.ts': "export const words = 'words'",
  'one.tsx':
    "import { card, table } from './library/index.js'\nimport { words } from './words.ts'\nexport const one = () => card() + table() + words",
  'page-meta.ts': "export const titleOf = () => 'title'",
  'account/login-page.tsx':
    "import { field } from '../field.ts'\nimport { button } from '../library/index.js'\nexport const login = () => field() + button()",
  'field.ts': "export const field = () => 'field'",
  'three.tsx':
    "import { field } from './field.ts'\nimport { titleOf } from './page-meta.ts'\nexport const three = () => field() + titleOf()",
  'routes/lesson.tsx':
    "import { field } from '../field.ts'\nimport { mark } from '../mark.ts'\nimport { time } from '../time.ts'\nexport const lesson = () => field() + mark() + time()",
  'mark.ts': "export const mark = () => 'mark'",
  'time.ts': "export const time = () => 'time'",
  'four.tsx': "import { mark } from './mark.ts'\nexport const four = () => mark()",
  'two.tsx': "import { card, button } from './library/index.js'\nexport const two = () => card() + button()",
}
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-frame-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function chunksOf(): Promise<Rolldown.OutputChunk[]> {
  const entries = ['entry.client.tsx', 'root.tsx', 'framed-pages.tsx']
  const pages = [
    ...['one.tsx', 'two.tsx', 'three.tsx', 'four.tsx'],
    ...['account/login-page.tsx', 'routes/lesson.tsx'],
  ]
  const input = [...entries, ...pages].map((path) => join(folder, path))
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [frameScript({ lesson: /\/routes\/lesson\.tsx$/ })],
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'exports-only' } },
  })
  return (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
}

const scriptOf = (chunks: readonly Rolldown.OutputChunk[], module: string) =>
  chunks.find(({ moduleIds }) => moduleIds.some((id) => id === join(folder, module)))?.name

test('what every page needs is one script, and a library gives it only what it takes', async () => {
  const chunks = await chunksOf()
  const codeOf = (module: string) => scriptOf(chunks, module)
  for (const module of ['library/button.js', 'library/hooks.js', 'words.ts', 'root.tsx', 'page-meta.ts'])
    expect(codeOf(module), module).toBe('frame')
  for (const module of ['library/card.js', 'library/table.js', 'one.tsx', 'two.tsx'])
    expect(codeOf(module), module).not.toBe('frame')
  expect(chunks.filter(({ name }) => name === 'frame')).toHaveLength(1)
})

test('what the pages of an account and other forms share is one script, without those pages', async () => {
  const chunks = await chunksOf()
  expect(scriptOf(chunks, 'field.ts')).toBe('forms')
  expect(chunks.filter(({ name }) => name === 'forms')).toHaveLength(1)
  for (const page of ['account/login-page.tsx', 'three.tsx'])
    expect(scriptOf(chunks, page), page).not.toBe('forms')
})

test('what a page of the site needs is one script beside the frame and the forms, where the site asks for that', async () => {
  const chunks = await chunksOf()
  for (const module of ['mark.ts', 'time.ts']) expect(scriptOf(chunks, module), module).toBe('lesson')
  expect(scriptOf(chunks, 'field.ts')).toBe('forms')
  for (const page of ['routes/lesson.tsx', 'four.tsx'])
    expect(chunks.find(({ facadeModuleId }) => facadeModuleId === join(folder, page))?.moduleIds).toEqual([
      join(folder, page),
    ])
})

test('a part that is loaded later does not ask for the style of the frame, which would then win over those of its page', () => {
  const needs = (style: string) =>
    `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/part-a1.js","${style}","assets/part-b2.css"])))=>i.map(i=>d[i]);`
  expect(withoutFrameStyle(needs('assets/frame-C-9_x.css'), 'assets/frame-f2.js')).toBe(
    needs('assets/frame-f2.js'),
  )
  const told = 'const css = ["/assets/frame-C9.css"]'
  expect(withoutFrameStyle(told, 'assets/frame-f2.js')).toBe(told)
})
