import { opsOf } from '@freeor/leads/query/check-query'
import type { Column } from '@freeor/leads/schema'

/** What can stand at the cursor: `text` replaces the stretch from `from` to `to`. */
export type Completion = { text: string; label: string; hint: string }

/** The cursor's word: a name not yet ended, or a value of a column. */
export type Place = {
  from: number
  to: number
  word: string
  /** The column the value belongs to; undefined while the name is typed. */
  column: Column | undefined
}

const wordEnd = /[\s(),]/

/** Finds what is being typed at the cursor. Inside quotes the whole quoted text is the word. */
export function placeAt(text: string, cursor: number, columns: readonly Column[]): Place {
  const before = text.slice(0, cursor)
  const quoted = /([a-z][a-z0-9_]*):(?:[^\s()]*,)?"([^"]*)$/i.exec(before)
  if (quoted) {
    const [, name = '', word = ''] = quoted
    return { from: cursor - word.length - 1, to: cursor, word, column: findColumn(columns, name) }
  }
  let from = cursor
  while (from > 0 && !wordEnd.test(text[from - 1] ?? ' ')) from--
  const token = text.slice(from, cursor).replace(/^-/, '')
  const colon = token.indexOf(':')
  if (colon !== -1) {
    const word = token.slice(colon + 1)
    return {
      from: cursor - word.length,
      to: cursor,
      word,
      column: findColumn(columns, token.slice(0, colon)),
    }
  }
  const listed = /([a-z][a-z0-9_]*):(?:[^\s()]+,)$/i.exec(text.slice(0, from))
  return {
    from: cursor - token.length,
    to: cursor,
    word: token,
    column: findColumn(columns, listed?.[1] ?? ''),
  }
}

const findColumn = (columns: readonly Column[], name: string) =>
  columns.find((column) => column.key === name.toLowerCase())

const examples: Record<string, string> = {
  any: 'value',
  range: '10..50',
  contains: '~text',
  starts: 'text*',
  present: '*',
}

/** How a column can be asked, in the language's own signs. */
export function askHint(column: Column): string {
  if (column.contact) return '*'
  return opsOf(column.kind)
    .map((op) => examples[op])
    .join('   ')
}

const geography: Completion[] = [
  { text: 'within:', label: 'within:', hint: '25mi@77001   40km@29.76,-95.36' },
  { text: 'state:', label: 'state:', hint: 'CA,NV' },
  { text: 'county:', label: 'county:', hint: '"Fulton, GA"' },
  { text: 'city:', label: 'city:', hint: '"Houston, TX"' },
  { text: 'zip:', label: 'zip:', hint: '77001,770*' },
]

/** Names that begin with, then names or labels that hold, the word. */
export function completeNames(word: string, columns: readonly Column[]): Completion[] {
  const wanted = word.toLowerCase()
  if (wanted === '') return []
  const names = columns.map((column) => ({
    text: `${column.key}:`,
    label: `${column.key}:`,
    hint: `${column.label}   ${askHint(column)}`,
  }))
  const own = new Set(names.map((name) => name.text))
  const all = [...names, ...geography.filter((name) => !own.has(name.text))]
  const starts = all.filter((name) => name.text.startsWith(wanted))
  const holds = all.filter((name) => !starts.includes(name) && name.hint.toLowerCase().includes(wanted))
  return [...starts, ...holds].slice(0, 8)
}
