import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Database } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { requireLessonEditor } from '../authoring/require-editor.ts'
import { lessonCaptions } from '../catalog/tables.ts'
import { readCaptions } from './read-captions.ts'
import type { CaptionsAnswer, CaptionsInput } from './schema.ts'
import { writeWebVtt } from './write-webvtt.ts'

export type CaptionKey = {
  readonly lessonId: string
  readonly kind: CaptionsAnswer['kind']
  readonly language: string
}

const isAt = ({ lessonId, kind, language }: CaptionKey) =>
  and(
    eq(lessonCaptions.lessonId, lessonId),
    eq(lessonCaptions.kind, kind),
    eq(lessonCaptions.language, language),
  )

/** Mistakes that one answer names: a file of another kind is wrong in every line. */
const mostMistakes = 100

/** @throws AppError invalid_request naming each mistake by its line */
function requireCaptions(file: string): string {
  const { cues, mistakes } = readCaptions(file)
  const [first] = mistakes
  if (first)
    throw new AppError('invalid_request', `Line ${first.line}: ${first.mistake}`, {
      details: { mistakes: mistakes.slice(0, mostMistakes), count: mistakes.length },
    })
  if (cues.length === 0)
    throw new AppError('invalid_request', 'There is nothing in this file.', {
      details: { mistakes: [{ line: 1, mistake: 'There is nothing in this file' }], count: 1 },
    })
  return writeWebVtt(cues)
}

/**
 * Keeps captions or chapters of a lesson's video, in place of those of that language. WebVTT and SRT are kept as WebVTT.
 * @throws AppError not_found; forbidden; invalid_request with `mistakes`, each with its line; conflict with `onlyIfNone`
 * where there are some
 */
export async function saveCaptions(
  { db }: { readonly db: Database },
  { actor, captionKey }: { readonly actor: UserActor; readonly captionKey: CaptionKey },
  { label, file, onlyIfNone = false }: CaptionsInput,
): Promise<CaptionsAnswer> {
  return await db.transaction(async (tx) => {
    await requireLessonEditor(tx, actor, captionKey.lessonId)
    const vtt = requireCaptions(file)
    const target = [lessonCaptions.lessonId, lessonCaptions.kind, lessonCaptions.language]
    const adding = tx.insert(lessonCaptions).values({ ...captionKey, id: newId('cap'), label, vtt })
    const [kept] = await (onlyIfNone
      ? adding.onConflictDoNothing({ target })
      : adding.onConflictDoUpdate({ target, set: { label, vtt } })
    ).returning({ id: lessonCaptions.id })
    if (!kept) throw new AppError('conflict', 'Somebody has saved others of this language since.')
    const { kind, language } = captionKey
    return { id: kept.id, kind, language, label, cues: readCaptions(vtt).cues.length }
  })
}

/** Deletes captions or chapters. @throws AppError not_found, also for those that are not there; forbidden */
export async function deleteCaptions(
  { db }: { readonly db: Database },
  actor: UserActor,
  captionKey: CaptionKey,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireLessonEditor(tx, actor, captionKey.lessonId)
    const deleted = await tx
      .delete(lessonCaptions)
      .where(isAt(captionKey))
      .returning({ id: lessonCaptions.id })
    if (deleted.length === 0) throw new AppError('not_found', 'There are no such captions.')
  })
}
