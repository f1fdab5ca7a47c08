import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, lt } from 'drizzle-orm'
import { requireLessonEditor } from '../../authoring/require-editor.ts'
import { questions, questionVersions } from '../../catalog/tables.ts'
import { positionsAtEnd } from '../editing/ensure-position.ts'
import { lockLesson, type QuestionDeps, requireRoom, touchLesson, writeQuiz } from '../editing/write-quiz.ts'
import type { FileAccount } from './file-account.ts'
import { textsOf } from './pictures/account-for-pictures.ts'
import { type PictureDeps, writePictures } from './pictures/write-pictures.ts'
import type { ReadQuestion } from './read-file.ts'
import type { FileToRead } from './read-questions.ts'
import type { ImportAccount } from './schema.ts'
import { type ImportedPicture, questionImports } from './tables.ts'
import { readInThread } from './thread/read-in-thread.ts'

const keptMs = 24 * 3_600_000
/** So much text is in an account; the rest of the spans are told by their bytes. */
const shownCharacters = 400_000

/**
 * Reads a file of questions and keeps what was read, so that some of it may be brought in. Nothing is in a lesson yet.
 * @throws AppError not_found for a lesson that the actor does not edit; invalid_request for a file that takes too long
 */
export async function beginImport(
  deps: QuestionDeps & PictureDeps,
  actor: UserActor,
  { lessonId, file }: { readonly lessonId: string; readonly file: FileToRead },
): Promise<ImportAccount> {
  const { db, clock, files } = deps
  const { companyId } = await requireLessonEditor(db, actor, lessonId)
  const { userId } = actor
  const read = await writePictures(deps, { companyId, userId }, await readInThread(file, { userId }))
  const id = newId('qim')
  const now = clock.now()
  const { questions: found, stored: pictures } = read
  const forgotten = await db.transaction(async (tx) => {
    await tx.insert(questionImports).values({
      ...{ id, companyId, userId, fileName: file.name, questions: found, pictures, createdAt: now },
    })
    return await tx
      .delete(questionImports)
      .where(lt(questionImports.createdAt, new Date(now.getTime() - keptMs)))
      .returning({ pictures: questionImports.pictures })
  })
  for (const { keys } of forgotten.flatMap((one) => one.pictures))
    for (const key of keys) await files.remove(key)
  return {
    importId: id,
    format: read.format,
    files: withShownText(read.files),
    ...sumOf(read.files),
    questions: found.map((one) => ({ ...one, options: [...one.options] })),
  }
}

function withShownText(files: readonly FileAccount[]): ImportAccount['files'] {
  let left = shownCharacters
  return files.map((file) => ({
    ...file,
    spans: file.spans.map(({ text, notes, ...span }) => {
      const isShown = text !== null && text.length <= left
      if (isShown) left -= text.length
      return { ...span, notes: [...notes], text: isShown ? showable(text) : null }
    }),
  }))
}

/** JSON holds no half of a pair. */
const showable = (text: string) => text.toWellFormed()

function sumOf(files: readonly FileAccount[]): Pick<ImportAccount, 'sum' | 'counts'> {
  const sum = { bytes: 0, in: 0, changed: 0, ignored: 0, refused: 0 }
  const counts = { in: 0, changed: 0, refused: 0 }
  const counted = new Set<number>()
  for (const { bytes, spans } of files) {
    sum.bytes += bytes
    for (const { from, to, fate, question } of spans) {
      sum[fate] += to - from
      // A comment inside of a question divides it into two spans.
      if (fate === 'refused') counts.refused++
      else if (fate !== 'ignored' && question !== null && !counted.has(question)) {
        counts[fate]++
        counted.add(question)
      }
    }
  }
  return { sum, counts }
}

export type Bringing = {
  readonly importId: string
  readonly lessonId: string
  readonly chosen?: readonly number[] | undefined
}

/**
 * Brings chosen questions of a file into a lesson, behind those that are there, all or none.
 * @throws AppError not_found for somebody else's import, for one of another account, and for a lesson that the actor does
 *   not edit; invalid_request for a position that names no question; conflict when the lesson would hold too many
 */
export async function bringIn(
  deps: QuestionDeps,
  actor: UserActor,
  { importId, lessonId, chosen }: Bringing,
): Promise<{ added: number; lessonId: string; questionIds: string[] }> {
  const now = deps.clock.now()
  return await writeQuiz(deps, async (tx) => {
    const { companyId } = await lockLesson(tx, actor, lessonId)
    const { read, pictures } = await readKept(tx, { importId, companyId, userId: actor.userId })
    const positions = chosen ?? read.map((_, at) => at)
    const wanted = [...new Set(positions)].map((at) => {
      const question = read[at]
      if (!question)
        throw new AppError('invalid_request', `There is no question ${at} in this file.`, {
          details: { field: 'questions' },
        })
      return question
    })
    await requireRoom(tx, lessonId, wanted.length)
    const questionIds = await insertAll(tx, { lessonId, wanted, now })
    if (questionIds.length > 0) await touchLesson(tx, lessonId, now)
    await keepPictures(tx, importId, { wanted, pictures })
    const answer = { added: questionIds.length, lessonId, questionIds }
    return { answer, lessonId, isCounted: questionIds.length > 0 }
  })
}

type Own = { readonly importId: string; readonly companyId: string; readonly userId: string }

type Kept = { readonly read: readonly ReadQuestion[]; readonly pictures: readonly ImportedPicture[] }

/** Locked: its pictures are not removed as forgotten while some of them come in. */
async function readKept(tx: Tx, { importId, companyId, userId }: Own): Promise<Kept> {
  const [kept] = await tx
    .select({ questions: questionImports.questions, pictures: questionImports.pictures })
    .from(questionImports)
    .where(
      and(
        eq(questionImports.id, importId),
        eq(questionImports.companyId, companyId),
        eq(questionImports.userId, userId),
      ),
    )
    .for('no key update')
  if (!kept) throw new AppError('not_found', 'There is no such import. What was read is kept for a day.')
  return { read: kept.questions, pictures: kept.pictures }
}

type Coming = { readonly wanted: readonly ReadQuestion[]; readonly pictures: readonly ImportedPicture[] }

/** What is shown in a lesson from now on stays when the import is forgotten. */
async function keepPictures(tx: Tx, importId: string, { wanted, pictures }: Coming): Promise<void> {
  if (pictures.length === 0) return
  const texts = wanted.flatMap(textsOf)
  const left = pictures.filter(({ src }) => !texts.some((text) => text.includes(src)))
  await tx.update(questionImports).set({ pictures: left }).where(eq(questionImports.id, importId))
}

type Adding = { readonly lessonId: string; readonly wanted: readonly ReadQuestion[]; readonly now: Date }

/** PostgreSQL takes 65,535 values in a statement. */
const rowsAtOnce = 2_000

async function insertAll(tx: Tx, { lessonId, wanted, now }: Adding): Promise<string[]> {
  if (wanted.length === 0) return []
  const positions = await positionsAtEnd(tx, lessonId, wanted.length)
  const rows = wanted.map((one, at) => {
    const options = one.options.map((text) => ({ id: newId('opt'), text }))
    const { question, explanation } = one
    return {
      id: newId('que'),
      position: positions[at] ?? '',
      version: { question, explanation, options, answerOptionId: options[one.answer]?.id ?? null },
    }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await tx
      .insert(questions)
      .values(some.map(({ id, position }) => ({ id, lessonId, position, createdAt: now })))
    await tx
      .insert(questionVersions)
      .values(some.map(({ id, version }) => ({ questionId: id, version: 1, ...version, createdAt: now })))
  }
  return rows.map(({ id }) => id)
}
