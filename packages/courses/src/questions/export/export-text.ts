import { readCsv } from '../import/csv/read-csv.ts'
import { readGift } from '../import/gift/read-gift.ts'
import { readMoodleXml } from '../import/moodle-xml/read-moodle-xml.ts'
import type { ReadQuestion, ReadText } from '../import/read-file.ts'
import type { ExportFormat } from './schema.ts'
import { csvHeader, writeCsvQuestion } from './write-csv.ts'
import { giftCategory, giftHead, writeGiftQuestion } from './write-gift.ts'
import { moodleXmlCategory, moodleXmlEnd, moodleXmlHead, writeMoodleXmlQuestion } from './write-moodle-xml.ts'

/** A question to be exported. */
export type ExportedQuestion = ReadQuestion & { readonly questionId: string }

export type ExportedLesson = {
  readonly title: string
  readonly questions: readonly (Omit<ExportedQuestion, 'answer'> & { readonly answer: number | null })[]
}

export type Proof = {
  readonly questionId: string
  /** It was written, read again and is equal; or it is left out, with the reason. */
  readonly status: 'proven' | 'left out'
  readonly reason: string | null
}

export type ExportedText = { readonly text: string; readonly proofs: readonly Proof[] }

type Format = {
  readonly head: string
  readonly end: string
  category(title: string): string
  write(question: ReadQuestion): string
  read(text: string): ReadText
}

const formats: Readonly<Record<ExportFormat, Format>> = {
  gift: { head: giftHead, end: '', category: giftCategory, write: writeGiftQuestion, read: readGift },
  'moodle-xml': {
    head: moodleXmlHead,
    end: moodleXmlEnd,
    category: moodleXmlCategory,
    write: writeMoodleXmlQuestion,
    read: readMoodleXml,
  },
  csv: { head: csvHeader, end: '', category: () => '', write: writeCsvQuestion, read: readCsv },
}

/**
 * Writes questions in a format. Each is read again by itself as soon as it is written: what is not equal is left out and
 * said so, never written wrong.
 */
export function exportText(lessons: readonly ExportedLesson[], name: ExportFormat): ExportedText {
  const format = formats[name]
  const pieces: string[] = [format.head]
  const proofs: Proof[] = []
  for (const { title, questions } of lessons) {
    if (questions.length > 0) pieces.push(format.category(title))
    for (const question of questions) {
      const { written, proof } = prove(format, question)
      if (written !== undefined) pieces.push(written)
      proofs.push(proof)
    }
  }
  return { text: [...pieces, format.end].join(''), proofs }
}

/** What is written as a file: Excel reads CSV as UTF-8 by its mark only. */
export const asFile = (text: string, name: ExportFormat): string =>
  name === 'csv' ? `\u{feff}${text}` : text

function prove(
  format: Format,
  { questionId, answer, ...content }: ExportedLesson['questions'][number],
): { written?: string; proof: Proof } {
  const leave = (reason: string) => ({ proof: { questionId, status: 'left out' as const, reason } })
  if (content.options.length < 2) return leave('It has fewer than 2 options.')
  if (answer === null) return leave('No option is marked as correct.')
  const question: ReadQuestion = { ...content, answer }
  const written = format.write(question)
  const [read, ...more] = format.read(format.head + written + format.end).questions
  if (!read || more.length > 0 || !isEqual(read, question))
    return leave('This format cannot say it without a change.')
  return { written, proof: { questionId, status: 'proven', reason: null } }
}

const isEqual = (one: ReadQuestion, other: ReadQuestion): boolean =>
  one.question === other.question &&
  one.answer === other.answer &&
  one.explanation === other.explanation &&
  one.options.length === other.options.length &&
  one.options.every((text, at) => text === other.options[at])
