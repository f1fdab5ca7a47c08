import { readCsv } from '../import/csv/read-csv.ts'
import { readGift } from '../import/gift/read-gift.ts'
import { readMoodleXml } from '../import/moodle-xml/read-moodle-xml.ts'
import {
  FoundPictures,
  findInText,
  replacePictures,
  type TextPictures,
} from '../import/pictures/found-pictures.ts'
import type { ReadQuestion, ReadText } from '../import/read-file.ts'
import type { PackedPictures } from './pack-pictures.ts'
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
  write(question: ReadQuestion, pictures: PackedPictures): string
  read(text: string, pictures?: TextPictures): ReadText
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
 * @param pictures stand in the file, where the format can say them; others keep their addresses here
 */
export function exportText(
  lessons: readonly ExportedLesson[],
  name: ExportFormat,
  pictures: PackedPictures = none,
): ExportedText {
  const format = formats[name]
  const pieces: string[] = [format.head]
  const proofs: Proof[] = []
  for (const { title, questions } of lessons) {
    if (questions.length > 0) pieces.push(format.category(title))
    for (const question of questions) {
      const { written, proof } = prove(format, question, pictures)
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
  pictures: PackedPictures,
): { written?: string; proof: Proof } {
  const leave = (reason: string) => ({ proof: { questionId, status: 'left out' as const, reason } })
  if (content.options.length < 2) return leave('It has fewer than 2 options.')
  if (answer === null) return leave('No option is marked as correct.')
  const question: ReadQuestion = { ...content, answer }
  const plain = writeProven(format, question, none)
  if (plain === undefined) return leave('This format cannot say it without a change.')
  const packed = pictures.size > 0 ? writeProven(format, question, pictures) : undefined
  return { written: packed ?? plain, proof: { questionId, status: 'proven', reason: null } }
}

const none: PackedPictures = new Map()

/** A question as it is written; undefined where it is not the same when it is read again. */
function writeProven(format: Format, question: ReadQuestion, pictures: PackedPictures): string | undefined {
  const written = format.write(question, pictures)
  const kept = new FoundPictures()
  const [read, ...more] = format.read(format.head + written + format.end, {
    kept,
    find: findInText(kept),
  }).questions
  if (!read || more.length > 0) return undefined
  const addresses = new Map([...pictures].map(([address, { key }]) => [key, address]))
  const stored = (text: string) => replacePictures(text, (key) => addresses.get(key))
  const again: ReadQuestion = {
    ...{ question: stored(read.question), options: read.options.map(stored), answer: read.answer },
    explanation: read.explanation === null ? null : stored(read.explanation),
  }
  return isEqual(pictures.size > 0 ? again : read, question) ? written : undefined
}

const isEqual = (one: ReadQuestion, other: ReadQuestion): boolean =>
  one.question === other.question &&
  one.answer === other.answer &&
  one.explanation === other.explanation &&
  one.options.length === other.options.length &&
  one.options.every((text, at) => text === other.options[at])
