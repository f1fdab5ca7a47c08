import { readZip, ZipProblem, type ZippedFile } from '@freeor/storage/zip/read-zip'
import { readAiken } from './aiken/read-aiken.ts'
import { TooManyParts } from './collect-parts.ts'
import { readBrightspace } from './csv/read-brightspace.ts'
import { readCsv } from './csv/read-csv.ts'
import type { FileAccount, ImportFormat, Span } from './file-account.ts'
import { readGift } from './gift/read-gift.ts'
import { linesOf } from './judge-draft.ts'
import { readMoodleXml } from './moodle-xml/read-moodle-xml.ts'
import { accountForPictures, textsOf } from './pictures/account-for-pictures.ts'
import { findInPackage, isPictureName } from './pictures/find-in-package.ts'
import { type FoundPicture, FoundPictures, findInText, type TextPictures } from './pictures/found-pictures.ts'
import { readQti1 } from './qti/read-qti1.ts'
import { readQti2 } from './qti/read-qti2.ts'
import { readQti3 } from './qti/read-qti3.ts'
import type { Fate, ReadQuestion, ReadText } from './read-file.ts'
import { sniffFormat } from './sniff-format.ts'
import { findUnreadEncoding, readSourceText } from './source-text.ts'
import { findUnreadBytes, findUnreadDocument, findUnreadFormat } from './unread-formats.ts'
import { findUnreadText } from './unread-texts.ts'
import { WorkbookProblem } from './xlsx/read-sheet.ts'
import { isOfWorkbook, isWorkbook, readFirstSheet } from './xlsx/read-workbook.ts'

export type FileToRead = { readonly name: string; readonly bytes: Uint8Array }

export type QuestionsOfFile = {
  readonly format: ImportFormat
  readonly files: readonly FileAccount[]
  readonly questions: readonly ReadQuestion[]
  /** What the questions show, named by its key in their texts. */
  readonly pictures: readonly FoundPicture[]
}

type Reader = (text: string, pictures?: TextPictures) => ReadText

const readers: Readonly<Record<string, Reader>> = {
  gift: readGift,
  'moodle-xml': readMoodleXml,
  aiken: readAiken,
  'qti-1.2': readQti1,
  'qti-2.1': readQti2,
  'qti-3.0': readQti3,
  csv: readCsv,
  'brightspace-csv': readBrightspace,
}

/** Reads the questions of a file and accounts for all its bytes. Never throws for what the file says. */
export async function readQuestionsOf(file: FileToRead): Promise<QuestionsOfFile> {
  const isZip = file.bytes[0] === 0x50 && file.bytes[1] === 0x4b && (file.bytes[2] ?? 0) < 9
  if (isZip) return await readPackage(file)
  const kept = new FoundPictures()
  const { account, questions } = readText(file, { kept, find: findInText(kept) })
  const pictures = kept.shownIn(questions.flatMap(textsOf))
  return { format: account.format, files: [account], questions, pictures }
}

type ReadOne = { readonly account: FileAccount; readonly questions: readonly ReadQuestion[] }

function readText({ name, bytes }: FileToRead, pictures: TextPictures, firstQuestion = 0): ReadOne {
  const refuse = (note: string): ReadOne => ({
    account: wholeFile({ name, size: bytes.length, fate: 'refused', note }),
    questions: [],
  })
  const noText = findUnreadBytes(bytes)
  if (noText !== undefined) return refuse(noText)
  const unread = findUnreadEncoding(bytes)
  if (unread !== undefined) return refuse(`Its encoding is ${unread}: please save it as UTF-8.`)
  const source = readSourceText(bytes)
  const unreadFormat = findUnreadFormat(source.text)
  if (unreadFormat !== undefined) return refuse(unreadFormat)
  const format = sniffFormat(source.text, name)
  const reader = readers[format]
  if (!reader) return refuse(unknownFormat)
  const read = readWith(reader, source.text, pictures)
  if (!read) return refuse(tooMany)
  const { parts, questions } = read
  // Whatever has no format is read as GIFT.
  const unreadText = format === 'gift' && questions.length === 0 ? findUnreadText(source.text) : undefined
  if (unreadText !== undefined) return refuse(unreadText)
  const lineAt = linesOf(source.text)
  const spans: Span[] = []
  let at = 0
  const push = (size: number, span: Omit<Span, 'from' | 'to'>) => {
    if (size > 0) spans.push({ from: at, to: at + size, ...span })
    at += size
  }
  // It is counted as every byte is, and there is nothing to show of it.
  push(source.bytesBefore, {
    ...{ fate: 'ignored', notes: ['The mark of the encoding'], line: 1 },
    ...{ question: null, text: '' },
  })
  for (const { from, to, fate, notes, question } of parts)
    push(source.bytesOf(from, to), {
      ...{ fate, notes, line: lineAt(from), text: source.text.slice(from, to) },
      question: question === undefined ? null : firstQuestion + question,
    })
  const nothing = { line: null, question: null, text: null }
  push(source.bytesBehind, { fate: 'refused', notes: ['Half a character'], ...nothing })
  return { account: { name, bytes: bytes.length, format, encoding: source.encoding, spans }, questions }
}

const unknownFormat =
  'Its format is not known: GIFT, Moodle XML, Aiken, QTI 1.2 to 3.0, Common Cartridge, CSV and workbooks of Excel (XLSX) are read.'
const tooMany = 'It has more than 60,000 parts: please divide it into several files.'

/** Undefined for a file with more parts than are accounted for. */
function readWith(reader: Reader, text: string, pictures: TextPictures): ReadText | undefined {
  try {
    return reader(text, pictures)
  } catch (error) {
    if (error instanceof TooManyParts) return undefined
    throw error
  }
}

type Whole = { readonly name: string; readonly size: number; readonly fate: Fate; readonly note: string }

function wholeFile({ name, size, fate, note }: Whole): FileAccount {
  const span: Span = { from: 0, to: size, fate, notes: [note], line: null, question: null, text: null }
  return { name, bytes: size, format: 'unknown', encoding: null, spans: size === 0 ? [] : [span] }
}

/** Blackboard calls the XML files of its packages `.dat`. */
const isTextName = (name: string) => /\.(xml|qti|dat|txt|gift|csv|tsv)$/i.test(name)
const isPackageName = (name: string) => /\.(zip|imscc|mbz|tar|t?gz|7z|rar)$/i.test(name)
const innerPackage = 'A package inside of a package is not read: unpack it, and bring it in by itself.'
const otherFile = 'Files of this kind are not read'
/** What macOS writes beside each file. */
const isShadow = (name: string) => /(^|\/)(__MACOSX\/|\._)/.test(name)
const isWanted = (name: string) =>
  !isShadow(name) && (isTextName(name) || isPictureName(name) || isOfWorkbook(name))

async function readPackage({ name, bytes }: FileToRead): Promise<QuestionsOfFile> {
  const refuse = (note: string): QuestionsOfFile => {
    const account = wholeFile({ name, size: bytes.length, fate: 'refused', note })
    return { format: 'zip', files: [{ ...account, format: 'zip' }], questions: [], pictures: [] }
  }
  let zipped: ZippedFile[]
  try {
    zipped = await readZip(bytes, isWanted)
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error
    return refuse(error.message)
  }
  if (isWorkbook(zipped.map((file) => file.name))) return readWorkbook(zipped, { name, refuse })
  const document = findUnreadDocument(zipped.map((file) => file.name))
  if (document !== undefined) return refuse(document)
  const files: FileAccount[] = []
  const questions: ReadQuestion[] = []
  const seen = new Map<string, string>()
  const kept = new FoundPictures()
  for (const file of zipped) {
    const pictures = { kept, find: findFor(zipped, file.name, kept) }
    const read = readZipped(file, pictures, questions.length)
    const { account, questions: own } = withoutRepeats(read, { seen, first: questions.length })
    files.push(account)
    questions.push(...own)
  }
  const pictures = kept.shownIn(questions.flatMap(textsOf))
  return { format: 'zip', files: accountForPictures(files, questions, pictures), questions, pictures }
}

type Workbook = { readonly name: string; refuse(note: string): QuestionsOfFile }

/** The first sheet of a workbook as CSV. The account is of that text. */
function readWorkbook(zipped: readonly ZippedFile[], { name, refuse }: Workbook): QuestionsOfFile {
  try {
    const sheet = readFirstSheet(zipped)
    const kept = new FoundPictures()
    const bytes = Buffer.from(sheet.csv)
    const { account, questions } = readText(
      { name: `${sheet.name}.csv`, bytes },
      { kept, find: findInText(kept) },
    )
    const note = 'Only the first sheet of a workbook is read'
    const others = sheet.others.map((other) => wholeFile({ ...other, fate: 'ignored', note }))
    return {
      format: 'xlsx',
      files: [{ ...account, name: `${name}: ${sheet.name}` }, ...others],
      questions,
      pictures: [],
    }
  } catch (error) {
    if (!(error instanceof WorkbookProblem)) throw error
    return refuse(error.message)
  }
}

function findFor(files: readonly ZippedFile[], name: string, kept: FoundPictures) {
  const [inText, inPackage] = [findInText(kept), findInPackage(files, name, kept)]
  return (source: string) => inText(source) ?? inPackage(source)
}

function readZipped(
  { name, size, bytes, problem }: ZippedFile,
  pictures: TextPictures,
  first: number,
): ReadOne {
  if (problem !== undefined)
    return { account: wholeFile({ name, size, fate: 'refused', note: problem }), questions: [] }
  if (isPackageName(name))
    return { account: wholeFile({ name, size, fate: 'refused', note: innerPackage }), questions: [] }
  const note = 'It holds no questions'
  if (isPictureName(name))
    return {
      account: wholeFile({ name, size, fate: 'ignored', note: 'A picture that no question shows' }),
      questions: [],
    }
  if (!bytes) return { account: wholeFile({ name, size, fate: 'ignored', note: otherFile }), questions: [] }
  const read = readText({ name, bytes }, pictures, first)
  // A manifest, the settings of a quiz, a page: part of the package by its rules.
  const { spans } = read.account
  const isUnknown = spans.some(({ notes }) => notes.includes(unknownFormat))
  const holdsSome = spans.some(({ fate, question }) => question !== null || fate === 'refused')
  if (!isUnknown && holdsSome && !isOtherText(read, name)) return read
  return { account: wholeFile({ name, size, fate: 'ignored', note }), questions: [] }
}

/** Whatever has no format is read as GIFT: a text of a package without any answers is a note to its reader. */
const isOtherText = ({ account, questions }: ReadOne, name: string): boolean =>
  account.format === 'gift' &&
  questions.length === 0 &&
  !/\.gift$/i.test(name) &&
  !account.spans.some(({ fate, text }) => fate === 'refused' && /[{}]/.test(text ?? ''))

type Known = { readonly seen: Map<string, string>; readonly first: number }

/** Canvas writes each quiz twice into a cartridge: what was read in another file of the package is ignored. */
function withoutRepeats({ account, questions }: ReadOne, { seen, first }: Known): ReadOne {
  const kept: ReadQuestion[] = []
  const positions = new Map<number, number>()
  const repeated = new Map<number, string>()
  for (const [at, question] of questions.entries()) {
    const text = JSON.stringify([question.question, question.options, question.answer])
    const before = seen.get(text)
    if (before !== undefined && before !== account.name) repeated.set(first + at, before)
    else {
      seen.set(text, account.name)
      positions.set(first + at, first + kept.push(question) - 1)
    }
  }
  const spans = account.spans.map((span): Span => {
    const before = span.question === null ? undefined : repeated.get(span.question)
    if (before !== undefined)
      return { ...span, fate: 'ignored', notes: [`The same question stands in ${before}`], question: null }
    return { ...span, question: span.question === null ? null : (positions.get(span.question) ?? null) }
  })
  return { account: { ...account, spans }, questions: kept }
}
