import { states } from '../geography/states.ts'
import type { Column } from '../schema.ts'
import { listPlaceKinds, noteName, registryName, reservedNames, statusName } from './ast.ts'
import { opsOf } from './check-query.ts'
import { leadStatuses } from './lead-statuses.ts'
import { quote } from './print-query.ts'
import { isDelimiter, isQuote, isSpace } from './scanner.ts'

export type CompletionKind = 'column' | 'place' | 'version' | 'operator' | 'value'

export type Completion = {
  kind: CompletionKind
  /** The text shown in the list. */
  label: string
  /** The text that replaces the range. */
  insert: string
  /** A note on it: a column's label, a value's count. */
  detail: string
}

/** Items that may replace the text from `from` to `to` (0-based, `to` excluded). */
export type Completions = { from: number; to: number; items: Completion[] }

export type CompletionSource = {
  columns: readonly Column[]
  /** Versions still kept, newest first. */
  versions?: readonly { version: number }[]
  /** Known values of a column that begin with a text of at least two characters; of places too (`city`, `county`). */
  findValues?: (name: string, text: string) => Promise<readonly { value: string; count: number }[]>
}

const LIMIT = 20

const placeHints: Record<string, string> = {
  state: 'state:TX,CA',
  county: 'county:"Harris, TX"',
  city: 'city:"Houston, TX"',
  zip: 'zip:77001,770*',
  within: 'within:25mi@77001',
  polygon: 'polygon:"lat,lon lat,lon lat,lon"',
  box: 'box:"south,west,north,east"',
}
const versionHints: Record<string, string> = {
  since: 'new after that version',
  changed: 'changed after that version',
  gone: 'in that version, no longer now',
}
const statusHint = 'the status you gave it'
const noteHint = 'has a note of yours'
const registryHint = 'has a number on the do-not-call registry'

/** What can be at the caret in a query text, complete or not. Never throws for what was typed. */
export async function completeQuery(
  text: string,
  caret: number,
  source: CompletionSource,
): Promise<Completions> {
  const token = tokenAt(text, Math.max(0, Math.min(caret, text.length)))
  if (token.name === undefined)
    return { from: token.from, to: token.to, items: nameItems(token.typed, source) }
  return { from: token.from, to: token.to, items: await valueItems(token.name, token, source) }
}

type Token = {
  /** The column before the colon, when the caret is in a value. */
  name: string | undefined
  typed: string
  /** Whether the value is the first of its list: only the first can be an operator. */
  isFirst: boolean
  from: number
  to: number
}

/** Finds the word or the value of a list that the caret is in, with its quotes. */
function tokenAt(text: string, caret: number): Token {
  let start = 0
  let name: string | undefined
  let isFirst = true
  let quoteStart = -1
  for (let i = 0; i < caret; i++) {
    const char = text[i] ?? ''
    if (quoteStart >= 0) {
      if (char === '\\') i++
      else if (isQuote(char)) quoteStart = -1
    } else if (isQuote(char)) quoteStart = i
    else if (char === ',' && name !== undefined) {
      start = i + 1
      isFirst = false
    } else if (isSpace(char) || char === '(' || char === ')') {
      // A space after a colon or a comma belongs to the list.
      const isListed = name !== undefined && text.slice(start, i).trim() === ''
      start = i + 1
      if (!isListed) name = undefined
      isFirst = isListed && isFirst
    } else if (char === ':' && name === undefined) {
      const word = /^-*([a-z][a-z0-9_]*)$/i.exec(text.slice(start, i))?.[1]
      if (word !== undefined) {
        name = word.toLowerCase()
        start = i + 1
        isFirst = true
      }
    } else if (char === '-' && i === start && name === undefined) start = i + 1
  }
  const to = quoteStart >= 0 ? endOfQuote(text, caret) : endOfWord(text, caret)
  const typed = text.slice(start, caret).replace(/^["\u201c\u201d]/u, '')
  return { name, typed, isFirst, from: start, to }
}

function endOfWord(text: string, caret: number): number {
  let end = caret
  while (end < text.length && !isDelimiter(text[end] ?? '') && text[end] !== ':') end++
  return end
}

/** Up to the closing quote and including it, if that is the next character typed after the caret in this value. */
function endOfQuote(text: string, caret: number): number {
  const close = text.slice(caret).search(/["\u201c\u201d]/u)
  return close < 0 ? caret : caret + close + 1
}

function nameItems(typed: string, { columns }: CompletionSource): Completion[] {
  const start = typed.toLowerCase()
  const items: Completion[] = [
    ...columns
      .filter(({ key }) => !reservedNames.has(key) && !(key in placeHints))
      .map(
        ({ key, label }): Completion => ({ kind: 'column', label: key, insert: `${key}:`, detail: label }),
      ),
    ...Object.entries(placeHints).map(
      ([key, detail]): Completion => ({ kind: 'place', label: key, insert: `${key}:`, detail }),
    ),
    ...Object.entries(versionHints).map(
      ([key, detail]): Completion => ({ kind: 'version', label: key, insert: `${key}:v`, detail }),
    ),
  ]
  items.push({ kind: 'version', label: registryName, insert: `${registryName}:`, detail: registryHint })
  items.push({ kind: 'version', label: statusName, insert: `${statusName}:`, detail: statusHint })
  items.push({ kind: 'version', label: noteName, insert: `${noteName}:*`, detail: noteHint })
  const begins = items.filter(
    ({ label, detail }) =>
      label.startsWith(start) || (start !== '' && detail.toLowerCase().startsWith(start)),
  )
  const holds = items.filter(
    (item) => start.length >= 2 && !begins.includes(item) && item.label.includes(start),
  )
  return [...begins, ...holds].slice(0, start === '' ? items.length : LIMIT)
}

async function valueItems(name: string, token: Token, source: CompletionSource): Promise<Completion[]> {
  const typed = token.typed.trimStart()
  if (name === 'state') return stateItems(typed)
  if (name in versionHints) return versionItems(source)
  if (name === registryName) return fixedItems(['yes', 'no'], typed)
  if (name === statusName) return fixedItems(leadStatuses, typed)
  if (name === 'within') return typed === '' ? radiusItems() : []
  const column = source.columns.find(({ key }) => key === name)
  const isPlace = listPlaceKinds.some((kind) => kind === name)
  if (!column && !isPlace) return []
  const operators = column && token.isFirst && typed === '' ? operatorItems(column) : []
  if (column?.contact) return operators
  if (column?.kind === 'boolean') return [...operators, ...fixedItems(['yes', 'no'], typed)]
  if ([...typed].length < 2 || /^[~<>*@]/.test(typed) || !source.findValues) return operators
  const found = await source.findValues(name, typed)
  return found.slice(0, LIMIT).map(({ value, count }) => ({
    kind: 'value',
    label: value,
    insert: insertable(value),
    detail: count > 0 ? String(count) : '',
  }))
}

/** A value as it must be typed: in quotes when it has anything but letters and digits in it. */
const insertable = (value: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(value) ? value : quote(value)

function stateItems(typed: string): Completion[] {
  const start = typed.toLowerCase()
  return states
    .filter(({ code, name }) => code.toLowerCase().startsWith(start) || name.toLowerCase().startsWith(start))
    .slice(0, LIMIT)
    .map(({ code, name }) => ({ kind: 'value', label: code, insert: code, detail: name }))
}

function versionItems({ versions = [] }: CompletionSource): Completion[] {
  return versions.map(({ version }) => ({
    kind: 'value',
    label: `v${version}`,
    insert: `v${version}`,
    detail: '',
  }))
}

const radiusItems = (): Completion[] =>
  ['10mi@', '25mi@', '50mi@', '100mi@'].map((insert) => ({
    kind: 'value',
    label: insert,
    insert,
    detail: 'and a ZIP code or latitude,longitude',
  }))

const fixedItems = (values: readonly string[], typed: string): Completion[] =>
  values
    .filter((value) => value.startsWith(typed.toLowerCase()))
    .map((value) => ({ kind: 'value', label: value, insert: value, detail: '' }))

function operatorItems(column: Column): Completion[] {
  const item = (insert: string, detail: string): Completion => ({
    kind: 'operator',
    label: insert,
    insert,
    detail,
  })
  const present = item('*', 'has a value')
  if (column.contact) return [present]
  const ops = opsOf(column.kind)
  return [
    present,
    ...(ops.includes('range')
      ? [item('>', 'more than'), item('<', 'less than'), item('..', 'from .. to')]
      : []),
    ...(ops.includes('contains') ? [item('~', 'contains')] : []),
  ]
}
