import { expect, test } from 'vitest'
import { completeQuery } from './complete-query.ts'
import { sampleColumns } from './testing.ts'

const source = {
  columns: sampleColumns,
  versions: [{ version: 4 }, { version: 2 }],
  findValues: async (name: string, text: string) => [{ value: `${name} ${text}`, count: 3 }],
}
/** `|` is the caret; gives the text after taking the first item, and all labels. */
async function complete(marked: string) {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to, items } = await completeQuery(text, caret, source)
  const [first] = items
  return {
    labels: items.map(({ label }) => label),
    taken: `${text.slice(0, from)}${first?.insert ?? ''}${text.slice(to)}`,
  }
}

test('a name is completed to columns, places and versions, and nothing around it changes', async () => {
  expect((await complete('state:TX -emp|')).taken).toBe('state:TX -employees:')
  expect((await complete('(rev| or zip:77001)')).taken).toBe('(revenue: or zip:77001)')
  expect((await complete('wi|')).labels).toEqual(['within'])
  expect((await complete('|')).labels).toContain('company')
  expect((await complete('gon|')).taken).toBe('gone:v')
})

test('a value is completed where the caret is in its list, in quotes where it needs them', async () => {
  expect((await complete('industry:Acme,ro|,x')).taken).toBe('industry:Acme,"industry ro",x')
  expect((await complete('industry:"ro|" active:yes')).taken).toBe('industry:"industry ro" active:yes')
  expect((await complete('industry:"ro|')).taken).toBe('industry:"industry ro"')
  expect((await complete('industry: ro|')).labels).toEqual(['industry ro'])
  expect((await complete('industry:r|')).labels).toEqual([])
  expect((await complete('state:TX,new h|')).labels).not.toContain('NH')
  expect((await complete('state:TX,"new h|')).taken).toBe('state:TX,NH')
  expect((await complete('active:|')).labels).toEqual(['*', 'yes', 'no'])
  expect((await complete('since:|')).labels).toEqual(['v4', 'v2'])
})

test('a contact column offers only whether it is there, and its values are never looked up', async () => {
  expect((await complete('email:|')).labels).toEqual(['*'])
  expect((await complete('email:ab|')).labels).toEqual([])
})

test('completing never fails, wherever the caret is', async () => {
  const text = '-(a:"x\\" y",b or ~ state:,TX "é'
  for (let caret = 0; caret <= text.length + 1; caret++) {
    const { from, to } = await completeQuery(text, caret, source)
    expect(from).toBeLessThanOrEqual(Math.min(caret, text.length))
    expect(to).toBeGreaterThanOrEqual(Math.min(caret, text.length))
  }
})
