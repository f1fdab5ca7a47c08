import type { UserActor } from '@freeor/kernel/actor'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { listThinned } from '@freeor/kernel/versions/kept-versions'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, lt, lte } from 'drizzle-orm'
import { noLesson } from '../../catalog/missing.ts'
import { lessons } from '../../catalog/tables.ts'
import { requireLessonEditor } from '../require-editor.ts'
import { applyChange, type Changes } from './apply-change.ts'
import { differingFields, videoProblem } from './lesson-content.ts'
import { contentOf, type LessonRow, noVersion, toSaved } from './queries.ts'
import type { LessonChange, LessonContent, SavedLesson } from './schema.ts'
import { lessonEditors, lessonVersions } from './tables.ts'

export type LessonEditing = { readonly db: Database; readonly clock: Clock }

type Saving = { readonly actor: UserActor; readonly lessonId: string; readonly change: LessonChange }

/**
 * Saves changes of a lesson. What others saved since the version they began with is merged in; every save is a version.
 * Two saves at once wait for each other. A save that is repeated changes nothing.
 * @returns the lesson as it is now
 * @throws AppError not_found; forbidden; invalid_request for a video's address that does not fit its type; conflict with
 *   `conflicts`, `base`, `theirs`, `yours` where somebody changed the same words or the same field
 */
export async function saveLesson(
  { db, clock }: LessonEditing,
  { actor, lessonId, change }: Saving,
): Promise<SavedLesson> {
  return await db.transaction(async (tx) => {
    await requireLessonEditor(tx, actor, lessonId)
    const row = await lockLesson(tx, lessonId)
    const { version, device, number, ...fields } = change
    const save = { lessonId, userId: actor.userId, device, number }
    if (await wasApplied(tx, save)) return toSaved(row)
    const merged = merge(row, fields, await findBase(tx, row, version))
    const saved = await writeVersion(tx, row, { content: merged, userId: actor.userId, now: clock.now() })
    await keepNumber(tx, save, clock.now())
    return toSaved(saved)
  })
}

/**
 * Makes a version what it once was. It becomes the newest version: nothing that was written since is gone.
 * @throws AppError not_found; forbidden
 */
export async function restoreVersion(
  { db, clock }: LessonEditing,
  actor: UserActor,
  { lessonId, version }: { readonly lessonId: string; readonly version: number },
): Promise<SavedLesson> {
  return await db.transaction(async (tx) => {
    await requireLessonEditor(tx, actor, lessonId)
    const row = await lockLesson(tx, lessonId)
    const [kept] = await tx
      .select({ content: lessonVersions.content })
      .from(lessonVersions)
      .where(and(eq(lessonVersions.lessonId, lessonId), eq(lessonVersions.version, version)))
    if (!kept) throw noVersion()
    const { userId } = actor
    const written = { content: kept.content, userId, now: clock.now(), restoredFrom: version }
    return toSaved(await writeVersion(tx, row, written))
  })
}

async function lockLesson(tx: Tx, lessonId: string): Promise<LessonRow> {
  const [row] = await tx.select().from(lessons).where(eq(lessons.id, lessonId)).for('update')
  if (!row) throw noLesson()
  return row
}

type NumberedSave = {
  readonly lessonId: string
  readonly userId: string
  readonly device: string | undefined
  readonly number: number | undefined
}

async function wasApplied(tx: Tx, { lessonId, userId, device, number }: NumberedSave): Promise<boolean> {
  if (device === undefined || number === undefined) return false
  const [editor] = await tx
    .select({ last: lessonEditors.lastNumber })
    .from(lessonEditors)
    .where(
      and(
        eq(lessonEditors.lessonId, lessonId),
        eq(lessonEditors.userId, userId),
        eq(lessonEditors.device, device),
      ),
    )
  return editor !== undefined && number <= editor.last
}

async function keepNumber(tx: Tx, save: NumberedSave, now: Date): Promise<void> {
  const { lessonId, userId, device, number } = save
  if (device === undefined || number === undefined) return
  await tx
    .insert(lessonEditors)
    .values({ lessonId, userId, device, lastNumber: number, updatedAt: now })
    .onConflictDoUpdate({
      target: [lessonEditors.lessonId, lessonEditors.userId, lessonEditors.device],
      set: { lastNumber: number, updatedAt: now },
    })
}

type Base = { readonly version: number; readonly content: LessonContent }

/**
 * What the change began with. Where that version was thinned out, the one before it serves: both texts come from it too.
 * Undefined for a version that this lesson never had, as after an older backup was put back.
 */
async function findBase(tx: Tx, row: LessonRow, version: number): Promise<Base | undefined> {
  if (version === row.version) return { version, content: contentOf(row) }
  if (version > row.version) return undefined
  const [base] = await tx
    .select({ version: lessonVersions.version, content: lessonVersions.content })
    .from(lessonVersions)
    .where(and(eq(lessonVersions.lessonId, row.id), lte(lessonVersions.version, version)))
    .orderBy(desc(lessonVersions.version))
    .limit(1)
  return base
}

/** @throws AppError invalid_request, conflict */
function merge(row: LessonRow, changes: Changes, base: Base | undefined): LessonContent {
  const { content, yours, conflicts } = applyChange(contentOf(row), base?.content, changes)
  requireFittingVideo(changes, yours)
  if (conflicts.length > 0)
    throw new AppError('conflict', 'Somebody else has changed the same words.', {
      details: { conflicts, base: base ?? null, theirs: toSaved(row), yours },
    })
  return content
}

/** Only whoever changes the video is told: an address that was kept before the rule stays until then. */
function requireFittingVideo(changes: Changes, yours: LessonContent): void {
  if (changes.videoUrl === undefined && changes.videoType === undefined) return
  const message = videoProblem(yours)
  if (message !== undefined)
    throw new AppError('invalid_request', message, {
      details: { errors: [{ path: 'body.videoUrl', message }] },
    })
}

type Written = {
  readonly content: LessonContent
  readonly userId: string
  readonly now: Date
  readonly restoredFrom?: number
}

/** Writes the lesson and its new version; nothing where nothing is changed. */
async function writeVersion(tx: Tx, row: LessonRow, written: Written): Promise<LessonRow> {
  const { content, userId, now, restoredFrom = null } = written
  const before = contentOf(row)
  const changed = differingFields(content, before)
  if (changed.length === 0) return row
  await keepFirst(tx, row, before)
  const { durationSeconds, ...columns } = content
  const saved = {
    ...columns,
    durationSeconds: durationSeconds === 0 ? null : durationSeconds,
    version: row.version + 1,
    updatedAt: now,
  }
  await tx.update(lessons).set(saved).where(eq(lessons.id, row.id))
  await tx.insert(lessonVersions).values({
    ...{ lessonId: row.id, version: saved.version, userId, content, changed, restoredFrom, createdAt: now },
  })
  return { ...row, ...saved }
}

/** What was there before the history began is its first version. */
async function keepFirst(tx: Tx, { id, version, createdAt }: LessonRow, content: LessonContent) {
  const isIt = and(eq(lessonVersions.lessonId, id), eq(lessonVersions.version, version))
  // A text is long: it is not sent again with each save to be refused.
  if ((await tx.$count(lessonVersions, isIt)) > 0) return
  await tx
    .insert(lessonVersions)
    .values({ lessonId: id, version, userId: null, content, changed: [], createdAt })
}

const dayMs = 24 * 3_600_000

/** Versions of lessons that were saved since then are thinned: after it the rule lets nothing more go. */
const thinnedForMs = 40 * dayMs

/** An editor is forgotten so long after its last save: none of its saves is under way any more. */
const editorForMs = 30 * dayMs

/** Deletes the versions that are too close for their age, and editors that are closed. */
export async function thinLessonVersions({ db, clock }: LessonEditing): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - thinnedForMs)
  const saved = await db
    .selectDistinct({ lessonId: lessonVersions.lessonId })
    .from(lessonVersions)
    .where(gt(lessonVersions.createdAt, since))
  for (const { lessonId } of saved) await thinLesson(db, lessonId, now)
  const closed = new Date(now.getTime() - editorForMs)
  await db.delete(lessonEditors).where(lt(lessonEditors.updatedAt, closed))
}

async function thinLesson(db: Database, lessonId: string, now: Date): Promise<void> {
  const { version, createdAt, restoredFrom } = lessonVersions
  const versions = await db
    .select({ version, at: createdAt, restoredFrom })
    .from(lessonVersions)
    .where(eq(lessonVersions.lessonId, lessonId))
    .orderBy(asc(version))
  const thinned = listThinned(
    versions.map((one) => ({ ...one, isKept: one.restoredFrom !== null })),
    now,
  )
  if (thinned.length === 0) return
  await db.delete(lessonVersions).where(and(eq(lessonVersions.lessonId, lessonId), inArray(version, thinned)))
}
