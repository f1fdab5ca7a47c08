import { isBrightspace } from './csv/read-brightspace.ts'
import { findColumns } from './csv/read-csv.ts'
import { separatorLineOf, sniffSeparator, splitCsv } from './csv/split-csv.ts'
import type { ImportFormat } from './file-account.ts'

type TextFormatName = Exclude<ImportFormat, 'xlsx' | 'zip'>

/** Which format a text is in: by what it says, as names of files are often wrong. */
export function sniffFormat(text: string, name: string): TextFormatName {
  const head = text.slice(0, 20_000)
  if (isNoText(head)) return 'unknown'
  const root = rootOf(head)
  if (root !== undefined) {
    // First: the texts of a quiz may speak of the elements of any other.
    if (/^(\w+:)?(quiz|question)$/.test(root) && /<(\w+:)?question[\s>]/.test(text)) return 'moodle-xml'
    if (/^(\w+:)?assessmentItem$/.test(root)) return 'qti-2.1'
    if (/<(\w+:)?questestinterop[\s>]|<(\w+:)?item[\s>][\s\S]*<(\w+:)?presentation[\s>]/.test(text))
      return 'qti-1.2'
    if (/<(\w+:)?assessmentItem[\s>]/.test(text)) return 'qti-2.1'
    if (/<(\w+:)?qti-assessment-item[\s>]/.test(text)) return 'qti-3.0'
    if (root === 'html' || /\.(xml|qti)$/i.test(name) || /^\s*<\?xml/.test(head)) return 'unknown'
  }
  if (isBrightspace(text)) return 'brightspace-csv'
  if (isCsv(head, name)) return 'csv'
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  return looksLikeAiken(text) ? 'aiken' : 'gift'
}

/** A document of an office program, a picture, an archive. A single character that got into a text costs its question only. */
const isNoText = (head: string): boolean =>
  (head.match(/[^\P{Cc}\t\n\r\f]/gu)?.length ?? 0) > 3 + head.length / 50

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
  const rows = splitCsv(head, sniffSeparator(head.trimStart())).slice(separatorLineOf(head) === '' ? 0 : 1)
  const header = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return header !== undefined && findColumns(header.cells) !== undefined
}

/** Blanks within a line: `^` stands behind each sign that ends one, so blanks that hold some would be looked through for each. */
const blank = '[^\\S\\r\\n\\u2028\\u2029]'
const answerLine = `^${blank}*(?:CORRECT${blank}+)?ANSWER${blank}*:${blank}*`
const anyAnswer = new RegExp(`${answerLine}\\S`, 'gim')
const letterAnswer = new RegExp(`${answerLine}\\(?[A-Z][.)]?${blank}*$`, 'im')
const firstOption = new RegExp(`^${blank}*\\(?A[.)]`, 'im')

/** By what there is more of: a question of the one format may show signs of the other. */
function looksLikeAiken(text: string): boolean {
  const ends = text.match(anyAnswer)?.length ?? 0
  if (ends === 0) return false
  const giftAnswers = text.match(/(?<!\\)\{[^{}]*(?<!\\)[=~][^{}]*\}/g)?.length ?? 0
  if (firstOption.test(text)) return ends > giftAnswers
  // No question has its options: each is told that, and not that it is no question of GIFT.
  return giftAnswers === 0 && letterAnswer.test(text)
}
