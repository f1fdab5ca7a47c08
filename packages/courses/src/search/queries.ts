import { createHash } from 'node:crypto'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import type { Database } from '@freeor/postgres/database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { getCourse } from '../catalog/queries.ts'
import { courseLessons, lessonCaptions, lessons } from '../catalog/tables.ts'
import type { Viewer } from '../catalog/viewer.ts'
import { coursesCaches } from '../limits.ts'
import { type CourseIndex, type IndexedLesson, indexCourse } from './course-index.ts'
import type { CourseHit } from './schema.ts'

const indexesOf = cachePerOwner<Database, CourseIndex, []>(
  () => new Cache<CourseIndex>(coursesCaches.searchIndexes, ({ size }) => size),
)

/**
 * Finds words in the transcripts and captions of a course's published lessons; drafts are in no index, whoever asks.
 * @throws AppError not_found; unauthenticated for a visitor, where there is such a course
 */
export async function searchCourse(
  db: Database,
  viewer: Viewer,
  { courseId, query }: { readonly courseId: string; readonly query: string },
): Promise<CourseHit[]> {
  await getCourse(db, viewer, courseId)
  if (query.trim() === '') return []
  const key = `${courseId} ${await versionOf(db, courseId)}`
  const index = await indexesOf(db).load(key, async () => indexCourse(await readLessons(db, courseId)))
  return index.find(query)
}

const isIndexed = (courseId: string) =>
  and(eq(courseLessons.courseId, courseId), eq(lessons.published, true), isNull(lessons.archivedAt))

/** Differs as soon as anything that is indexed does. Reads no text. */
async function versionOf(db: Database, courseId: string): Promise<string> {
  const rows = await db
    .select({
      id: lessons.id,
      version: lessons.version,
      updatedAt: lessons.updatedAt,
      slug: courseLessons.slug,
      position: courseLessons.position,
      captions: sql<
        string | null
      >`(SELECT string_agg(md5(${lessonCaptions.vtt}), ' ' ORDER BY ${lessonCaptions.id})
        FROM ${lessonCaptions} WHERE ${lessonCaptions.lessonId} = ${lessons.id})`,
    })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(isIndexed(courseId))
    .orderBy(lessons.id)
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
}

async function readLessons(db: Database, courseId: string): Promise<IndexedLesson[]> {
  return await db
    .select({
      lessonId: lessons.id,
      slug: courseLessons.slug,
      title: lessons.title,
      description: lessons.description,
      transcript: lessons.transcript,
      captions: sql<string[]>`ARRAY(SELECT ${lessonCaptions.vtt} FROM ${lessonCaptions}
        WHERE ${lessonCaptions.lessonId} = ${lessons.id} AND ${lessonCaptions.kind} = 'captions'
        ORDER BY ${lessonCaptions.id})`,
    })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(isIndexed(courseId))
    .orderBy(sql`${courseLessons.position} COLLATE "C"`)
}
