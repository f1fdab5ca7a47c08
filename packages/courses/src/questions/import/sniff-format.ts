import { findColumns } from './csv/read-csv.ts'
import { sniffSeparator, splitCsv } from './csv/split-csv.ts'

type TextFormatName = 'gift' | 'moodle-xml' | 'aiken' | 'qti-1.2' | 'qti-2.1' | 'csv' | 'unknown'

/** Which format a text is in: by what it says, as names of files are often wrong. */
export function sniffFormat(text: string, name: string): TextFormatName {
  const head = text.slice(0, 20_000)
  const root = rootOf(head)
  if (root !== undefined) {
    if (/<(\w+:)?questestinterop[\s>]|<(\w+:)?item[\s>][\s\S]*<(\w+:)?presentation[\s>]/.test(text))
      return 'qti-1.2'
    if (/<(\w+:)?assessmentItem[\s>]/.test(text)) return 'qti-2.1'
    if (/^(\w+:)?(quiz|question)$/.test(root) && /<question[\s>]/.test(text)) return 'moodle-xml'
    if (/\.(xml|qti)$/i.test(name) || /^\s*<\?xml/.test(head)) return 'unknown'
  }
  if (isCsv(head, name)) return 'csv'
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  const isAiken =
    /^[^\S\n]*ANSWER[^\S\n]*:[^\S\n]*\S/im.test(text) &&
    /^[^\S\n]*[A-Z][.)]\s/m.test(text) &&
    !hasGiftAnswers(text)
  return isAiken ? 'aiken' : 'gift'
}

/** The name of the first element of what looks like XML. */
function rootOf(head: string): string | undefined {
  const inner = head.replace(
    /^\s*(<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(\[[\s\S]*?\])?[^>]*>|\s)*/i,
    '',
  )
  return /^<([a-z_][\w.:-]*)[\s/>]/i.exec(inner)?.[1]
}

function isCsv(head: string, name: string): boolean {
  if (/\.gift$/i.test(name)) return false
  const rows = splitCsv(head, sniffSeparator(head.trimStart()))
  const header = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return header !== undefined && findColumns(header.cells) !== undefined
}

const hasGiftAnswers = (text: string) => /(?<!\\)\{[^{}]*(?<!\\)[=~][^{}]*\}/.test(text)
