import { companies, users } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { mostListed, toListedVersion, toVersionPage } from '@freeor/kernel/versions/listed-version'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm'
import { noLesson } from '../../catalog/missing.ts'
import { lessonCaptions, lessons, questions } from '../../catalog/tables.ts'
import { mayAuthor, requireDraftViewer } from '../require-editor.ts'
import type { LessonContent, LessonSource, ListedVersion, SavedLesson, VersionAnswer } from './schema.ts'
import { lessonVersions } from './tables.ts'

export type LessonRow = typeof lessons.$inferSelect

/** What the editor writes of a lesson's row. */
export const contentOf = (row: LessonRow): LessonContent => ({
  title: row.title,
  description: row.description,
  instructor: row.instructor,
  transcript: row.transcript,
  videoUrl: row.videoUrl,
  videoType: row.videoType,
  videoThumb: row.videoThumb,
  durationSeconds: row.durationSeconds ?? 0,
  quizName: row.quizName,
  themeColor: row.themeColor,
  favorite: row.favorite,
})

export const toSaved = (row: LessonRow): SavedLesson => ({
  version: row.version,
  lastUpdated: row.updatedAt.toISOString(),
  content: contentOf(row),
})

/**
 * A lesson as its editor opens it. Who sees the account's drafts may read it.
 * @throws AppError not_found
 */
export async function getLessonSource(tx: Tx, actor: UserActor, lessonId: string): Promise<LessonSource> {
  const { role } = await requireDraftViewer(tx, actor, lessonId)
  const [found] = await tx
    .select({ row: lessons, aid: companies.ownerUserId })
    .from(lessons)
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .where(eq(lessons.id, lessonId))
  if (!found) throw noLesson()
  const { row, aid } = found
  const { id, kind, language, label } = lessonCaptions
  return {
    ...{ _docId: row.id, aid, published: row.published, archived: row.archivedAt !== null },
    ...toSaved(row),
    captions: await tx
      .select({ id, kind, language, label })
      .from(lessonCaptions)
      .where(eq(lessonCaptions.lessonId, lessonId))
      .orderBy(asc(kind), asc(language)),
    questions: await tx.$count(questions, and(eq(questions.lessonId, lessonId), isNull(questions.removedAt))),
    abilities: { edit: mayAuthor(role, 'lessons.edit'), publish: mayAuthor(role, 'courses.manage') },
  }
}

const versionFields = {
  version: lessonVersions.version,
  createdAt: lessonVersions.createdAt,
  uid: lessonVersions.userId,
  name: users.name,
  changed: lessonVersions.changed,
  restoredFrom: lessonVersions.restoredFrom,
}

/**
 * The versions of a lesson, the newest first.
 * @param before lists those older than this one
 * @throws AppError not_found
 */
export async function listVersions(
  tx: Tx,
  actor: UserActor,
  { lessonId, before }: { readonly lessonId: string; readonly before?: number | undefined },
): Promise<{ readonly versions: ListedVersion[]; readonly hasMore: boolean }> {
  await requireDraftViewer(tx, actor, lessonId)
  const isListed = before === undefined ? undefined : lt(lessonVersions.version, before)
  const rows = await tx
    .select(versionFields)
    .from(lessonVersions)
    .leftJoin(users, eq(users.id, lessonVersions.userId))
    .where(and(eq(lessonVersions.lessonId, lessonId), isListed))
    .orderBy(desc(lessonVersions.version))
    .limit(mostListed + 1)
  return toVersionPage(rows)
}

/** A version of a lesson with what it was. @throws AppError not_found, also for one that was thinned out */
export async function getVersion(
  tx: Tx,
  actor: UserActor,
  { lessonId, version }: { readonly lessonId: string; readonly version: number },
): Promise<VersionAnswer> {
  await requireDraftViewer(tx, actor, lessonId)
  const [row] = await tx
    .select({ ...versionFields, content: lessonVersions.content })
    .from(lessonVersions)
    .leftJoin(users, eq(users.id, lessonVersions.userId))
    .where(and(eq(lessonVersions.lessonId, lessonId), eq(lessonVersions.version, version)))
  if (!row) throw noVersion()
  const { content, ...listed } = row
  return { ...toListedVersion(listed), content }
}

/** A version that was never there, or was thinned out. */
export const noVersion = (): AppError => new AppError('not_found', 'There is no such version of this lesson.')
