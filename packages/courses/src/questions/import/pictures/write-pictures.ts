import { AppError } from '@freeor/kernel/errors'
import { storeImage } from '../../../authoring/images/commands.ts'
import type { ImageDeps } from '../../../authoring/images/ports.ts'
import type { Span } from '../file-account.ts'
import type { ReadQuestion } from '../read-file.ts'
import type { QuestionsOfFile } from '../read-questions.ts'
import type { ImportedPicture } from '../tables.ts'
import { textsOf } from './account-for-pictures.ts'
import { type FoundPicture, pictureKeysIn, replacePictures } from './found-pictures.ts'
import { pictureComesIn } from './show-picture.ts'

type Outcome = { readonly stored?: ImportedPicture; readonly problem?: string }

export type StoredQuestions = QuestionsOfFile & {
  /** Of each picture its address and the keys of its files in the store. */
  readonly stored: readonly ImportedPicture[]
}

export type PictureDeps = Pick<ImageDeps, 'files' | 'images'>
type Owner = { readonly companyId: string; readonly userId: string }

/**
 * Stores the pictures of a file as pictures of lessons, by the same cleaning as uploads, and writes their addresses into
 * the questions. One that is refused costs its question nothing but the picture: its words stay, and the account says why.
 */
export async function writePictures(
  deps: PictureDeps,
  owner: Owner,
  read: QuestionsOfFile,
): Promise<StoredQuestions> {
  const outcomes = new Map<string, Outcome>()
  for (const picture of read.pictures) outcomes.set(picture.key, await storeOne(deps, owner, picture))
  const addressOf = (key: string) => outcomes.get(key)?.stored?.src
  const problemsOf = (question: ReadQuestion) =>
    textsOf(question)
      .flatMap(pictureKeysIn)
      .flatMap((key) => outcomes.get(key)?.problem ?? [])
  const problems = read.questions.map(problemsOf)
  const questions = read.questions.map(({ question, options, answer, explanation }) => ({
    question: replacePictures(question, addressOf),
    options: options.map((text) => replacePictures(text, addressOf)),
    answer,
    explanation: explanation === null ? null : replacePictures(explanation, addressOf),
  }))
  const failedFiles = new Map(
    read.pictures.flatMap(({ key, file }) => {
      const problem = outcomes.get(key)?.problem
      return file !== undefined && problem !== undefined ? [[file, problem] as const] : []
    }),
  )
  const files = read.files.map((file) => {
    const failed = failedFiles.get(file.name)
    const spans = file.spans.map((span): Span => {
      if (failed !== undefined) return { ...span, fate: 'refused', notes: [failed], question: null }
      return withProblems(span, span.question === null ? [] : (problems[span.question] ?? []))
    })
    return { ...file, spans }
  })
  return { ...read, files, questions, stored: [...outcomes.values()].flatMap(({ stored }) => stored ?? []) }
}

/** @throws whatever the store throws: then nothing of the file is kept */
async function storeOne(deps: PictureDeps, owner: Owner, { name, bytes }: FoundPicture): Promise<Outcome> {
  try {
    const { answer, keys } = await storeImage(deps, { ...owner, name, content: Buffer.from(bytes) })
    return { stored: { src: answer.src, keys } }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request')
      return { problem: `A picture was left out: ${name.slice(0, 80)}. ${error.message}` }
    throw error
  }
}

function withProblems(span: Span, problems: readonly string[]): Span {
  if (problems.length === 0 || span.fate === 'ignored') return span
  const others = span.notes.filter((note) => note !== pictureComesIn)
  return { ...span, fate: 'changed', notes: [...new Set([...others, ...problems])] }
}
