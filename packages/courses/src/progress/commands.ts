import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { requireLesson } from '../catalog/find-lessons.ts'
import { lessons } from '../catalog/tables.ts'
import { type LearnersLesson, toNote } from './queries.ts'
import type { NoteAnswer, ProgressAnswer, ProgressReport } from './schema.ts'
import { lessonNotes, lessonProgress } from './tables.ts'
import { countPlayed } from './watched-ranges.ts'
import { watchedShare } from './watched-share.ts'

export type ProgressDeps = { readonly db: Database; readonly clock: Clock }

/** The first report may have been longer under way than the ones after it. Given once, not with each report. */
const headStartMs = 2000

/**
 * Keeps where a learner is in the video, and counts what they played as watched, as far as the server's own clock
 * bears it out. Two devices that report at once are counted one after the other.
 * @throws AppError not_found for a lesson that the learner does not see
 */
export async function reportProgress(
  { db, clock }: ProgressDeps,
  { viewer, lessonId }: LearnersLesson,
  report: ProgressReport,
): Promise<ProgressAnswer> {
  return await db.transaction(async (tx) => {
    await requireLesson(tx, viewer, lessonId)
    const row = await lockProgress(tx, { userId: viewer.userId, lessonId, now: clock.now() })
    // Read once the row is locked: another device's report may have been counted in between.
    const now = clock.now()
    const { durationSeconds = null } = report
    const duration = (await durationOf(tx, lessonId)) ?? durationSeconds ?? row.durationSeconds
    const { watched, countedUntil } = countPlayed({ ...row, duration }, report.played, now)
    const positionSeconds = Math.min(report.positionSeconds, duration ?? Number.POSITIVE_INFINITY)
    await tx
      .update(lessonProgress)
      .set({ positionSeconds, durationSeconds: duration, watched, countedUntil, updatedAt: now })
      .where(and(eq(lessonProgress.userId, viewer.userId), eq(lessonProgress.lessonId, lessonId)))
    return { positionSeconds, ranges: watched, watched: watchedShare(watched, duration) }
  })
}

async function lockProgress(
  tx: Tx,
  { userId, lessonId, now }: { userId: string; lessonId: string; now: Date },
) {
  const countedUntil = new Date(now.getTime() - headStartMs)
  await tx
    .insert(lessonProgress)
    .values({ userId, lessonId, positionSeconds: 0, countedUntil, openedAt: now, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.userId, userId), eq(lessonProgress.lessonId, lessonId)))
    .for('update')
  if (!row) throw new AppError('internal', 'The progress was not stored')
  return row
}

/** As the author states it: a player's word would make any share the whole. */
async function durationOf(tx: Tx, lessonId: string): Promise<number | null> {
  const [row] = await tx
    .select({ duration: lessons.durationSeconds })
    .from(lessons)
    .where(eq(lessons.id, lessonId))
  return row?.duration ?? null
}

/** Notes and bookmarks of a learner in a lesson. */
const mostNotes = 500

type NewNote = { readonly second?: number | undefined; readonly text: string }

/**
 * Keeps a learner's note, or a bookmark where it has no text.
 * @throws AppError not_found for a lesson that they do not see; conflict when they have 500 there
 */
export async function addNote(
  { db, clock }: ProgressDeps,
  { viewer, lessonId }: LearnersLesson,
  { second, text }: NewNote,
): Promise<NoteAnswer> {
  await requireLesson(db, viewer, lessonId)
  const { userId } = viewer
  const isTheirs = and(eq(lessonNotes.userId, userId), eq(lessonNotes.lessonId, lessonId))
  if ((await db.$count(lessonNotes, isTheirs)) >= mostNotes)
    throw new AppError('conflict', `You have ${mostNotes} notes in this lesson: delete one first`)
  const now = clock.now()
  const [row] = await db
    .insert(lessonNotes)
    .values({
      id: newId('note'),
      userId,
      lessonId,
      second,
      text: text.trim(),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new AppError('internal', 'The note was not stored')
  return toNote(row)
}

type OwnNote = { readonly userId: string; readonly lessonId: string; readonly noteId: string }

const isOwn = ({ userId, lessonId, noteId }: OwnNote) =>
  and(eq(lessonNotes.id, noteId), eq(lessonNotes.userId, userId), eq(lessonNotes.lessonId, lessonId))

const noNote = () => new AppError('not_found', 'There is no such note.')

/**
 * Writes another text into one's own note. Without a second it needs one.
 * @throws AppError not_found, also for another's; invalid_request for a note of the lesson without a text
 */
export async function changeNote(
  { db, clock }: ProgressDeps,
  note: OwnNote,
  change: { readonly text: string },
): Promise<NoteAnswer> {
  const text = change.text.trim()
  return await db.transaction(async (tx) => {
    const [row] = await tx
      .update(lessonNotes)
      .set({ text, updatedAt: clock.now() })
      .where(isOwn(note))
      .returning()
    if (!row) throw noNote()
    if (row.second === null && text === '') throw new AppError('invalid_request', 'Please write a note.')
    return toNote(row)
  })
}

/** Deletes one's own note. @throws AppError not_found, also for another's */
export async function deleteNote({ db }: Pick<ProgressDeps, 'db'>, note: OwnNote): Promise<void> {
  const deleted = await db.delete(lessonNotes).where(isOwn(note)).returning({ id: lessonNotes.id })
  if (deleted.length === 0) throw noNote()
}
