import { SaxesParser } from 'saxes'
import { showNumber } from './show-number.ts'

/** What a sheet's cells are read with. */
export type SheetMeans = {
  readonly shared: readonly string[]
  /** The form of numbers, by the style of a cell. */
  readonly forms: readonly string[]
  /** Whether days are counted from 1904. */
  readonly is1904: boolean
}

/** Why a workbook is not read. */
export class WorkbookProblem extends Error {
  override readonly name = 'WorkbookProblem'
}

const most = { columns: 200, rows: 20_000, characters: 20_000_000 } as const

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Follows the elements of an XML file of a workbook. @throws WorkbookProblem where it is not well formed */
export function eachElement(
  text: string,
  {
    begin,
    say,
    end,
  }: {
    begin?(name: string, attributes: Readonly<Record<string, string>>): void
    say?(text: string): void
    end?(name: string): void
  },
): void {
  if (text === '') return
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new WorkbookProblem('The workbook is damaged: please save its sheet as CSV (UTF-8).')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.entries(attributes).map(([key, value]) => [local(key), value])
    begin?.(local(name), Object.fromEntries(plain))
  })
  if (say) parser.on('text', say)
  if (say) parser.on('cdata', say)
  parser.on('closetag', ({ name }) => end?.(local(name)))
  parser.write(text.replace(/^\ufeff/, '')).close()
}

/** Excel writes signs that XML cannot hold, and the ends of lines of old systems, by their numbers. */
const readEscapes = (text: string) =>
  text
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')

/** Texts, each once, as the cells name them by their positions. */
export function readSharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = ''
  const inside: string[] = []
  eachElement(xml, {
    begin(name) {
      inside.push(name)
      if (name === 'si') text = ''
    },
    say(piece) {
      // How a word is spoken is no part of it.
      if (inside.at(-1) === 't' && !inside.includes('rPh')) text += piece
    },
    end(name) {
      inside.pop()
      if (name === 'si') texts.push(readEscapes(text))
    },
  })
  return texts
}

/** The column of `B7`, from 0. */
function columnOf(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d/i.exec(reference) ?? []
  if (letters === undefined) return undefined
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The cells of a sheet as they are shown, row by row; rows and columns that are left out are empty. */
export function readSheet(xml: string, means: SheetMeans): string[][] {
  const rows: string[][] = []
  let [row, at, characters]: [string[], number, number] = [[], 0, 0]
  let cell: { kind: string; style: number; value: string } | undefined
  const inside: string[] = []
  eachElement(xml, {
    begin(name, attributes) {
      inside.push(name)
      if (name === 'row') {
        const number = Number(attributes.r ?? rows.length + 1)
        if (!(number > rows.length && number <= most.rows)) throw tooLarge()
        while (rows.length < number - 1) rows.push([])
        row = []
        rows.push(row)
      } else if (name === 'c') {
        at = columnOf(attributes.r ?? '') ?? row.length
        cell = { kind: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
      }
    },
    say(piece) {
      const parent = inside.at(-1)
      if (cell && (parent === 'v' || parent === 't') && !inside.includes('rPh')) cell.value += piece
    },
    end(name) {
      inside.pop()
      if (name !== 'c' || !cell) return
      const shown = showCell(cell, means)
      cell = undefined
      if (shown === '') return
      characters += shown.length
      if (at >= most.columns || characters > most.characters) throw tooLarge()
      while (row.length < at) row.push('')
      row[at] = shown
    },
  })
  return rows
}

const tooLarge = () =>
  new WorkbookProblem(
    `A sheet of questions has at most ${most.rows.toLocaleString('en-US')} rows and ${most.columns} columns: please save what is in it as CSV (UTF-8).`,
  )

type Cell = { readonly kind: string; readonly style: number; readonly value: string }

function showCell({ kind, style, value }: Cell, { shared, forms, is1904 }: SheetMeans): string {
  if (kind === 's') return shared[Number(value)] ?? ''
  if (kind === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (kind === 'n') return showNumber(value, { form: forms[style] ?? '', is1904 })
  return readEscapes(value)
}
