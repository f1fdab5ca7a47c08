import { posix } from 'node:path'
import type { ZippedFile } from '@freeor/storage/zip/read-zip'
import { eachElement, readSharedTexts, readSheet, type SheetMeans, WorkbookProblem } from './read-sheet.ts'
import { knownForms } from './show-number.ts'

export type FirstSheet = {
  readonly name: string
  /** As CSV, a row of the sheet in each. */
  readonly csv: string
  /** The sheets that are shown and not read. */
  readonly others: readonly { readonly name: string; readonly size: number }[]
}

/** What of a package is read for its first sheet. */
export const isOfWorkbook = (name: string): boolean => /^xl\/.*\.(xml|rels)$/.test(name)

export const isWorkbook = (names: readonly string[]): boolean => names.includes('xl/workbook.xml')

/**
 * The first sheet of a workbook of Excel that is not hidden.
 * @throws WorkbookProblem
 */
export function readFirstSheet(files: readonly ZippedFile[]): FirstSheet {
  const textOf = (name: string) => {
    const bytes = files.find((file) => file.name === name)?.bytes
    return bytes && new TextDecoder().decode(bytes)
  }
  const sizeOf = (name: string | undefined) => files.find((file) => file.name === name)?.size ?? 0
  const { sheets, is1904 } = listSheets(textOf('xl/workbook.xml') ?? '')
  const [first, ...others] = sheets
  const paths = listPaths(textOf('xl/_rels/workbook.xml.rels') ?? '')
  const sheet = first && textOf(paths.get(first.id) ?? '')
  if (!first || sheet === undefined) throw new WorkbookProblem('The workbook has no sheet that is shown.')
  const means: SheetMeans = {
    shared: readSharedTexts(textOf('xl/sharedStrings.xml') ?? ''),
    forms: readForms(textOf('xl/styles.xml') ?? ''),
    is1904,
  }
  const rows = readSheet(sheet, means)
  return {
    name: first.name,
    csv: writeCsv(rows),
    others: others.map(({ name, id }) => ({ name, size: sizeOf(paths.get(id)) })),
  }
}

const cell = (text: string) => (/[",\n\r;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Every row has as many cells: the sign between them is the one that stands in the first row most often. */
function writeCsv(rows: readonly (readonly string[])[]): string {
  const width = Math.max(2, ...rows.map(({ length }) => length))
  return rows
    .map(
      (row) =>
        `${[...row, ...Array<string>(width - row.length).fill('')].map((text) => cell(text ?? '')).join(',')}\n`,
    )
    .join('')
}

type Sheet = { readonly name: string; readonly id: string }

function listSheets(xml: string): { sheets: Sheet[]; is1904: boolean } {
  const sheets: Sheet[] = []
  let is1904 = false
  eachElement(xml, {
    begin(name, { name: title = '', id = '', state = 'visible', date1904 = '' }) {
      if (name === 'sheet' && state === 'visible') sheets.push({ name: title, id })
      if (name === 'workbookPr' && /^(1|true)$/.test(date1904)) is1904 = true
    },
  })
  return { sheets, is1904 }
}

/** Where each part of the workbook stands in the package. */
function listPaths(xml: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  eachElement(xml, {
    begin(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') paths.set(Id, posix.join('xl', Target).replace(/^xl\/xl\//, 'xl/'))
    },
  })
  return paths
}

/** The form of the numbers of each style, by its position. */
function readForms(xml: string): string[] {
  const own = new Map<number, string>()
  const forms: string[] = []
  let isOfCells = false
  eachElement(xml, {
    begin(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') own.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells)
        forms.push(own.get(Number(numFmtId)) ?? knownForms[Number(numFmtId)] ?? '')
    },
    end(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return forms
}
