import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { pictureType } from '@freeor/storage/pictures/file-name'
import type { FileStore } from '@freeor/storage/ports'
import { readAll, type ZipEntry } from '@freeor/storage/zip/write-zip'
import { eq } from 'drizzle-orm'
import { picturesIn } from '../archive/picture-links.ts'
import { getArchivedCourse } from '../archive/queries.ts'
import { textsOf } from '../archive/write-course-files.ts'
import { imageKey, imagePath } from '../authoring/images/commands.ts'
import { getCourse } from '../catalog/queries.ts'
import { courses } from '../catalog/tables.ts'
import type { Viewer } from '../catalog/viewer.ts'
import { type BookPicture, writeEpub } from './write-epub.ts'

type EpubDeps = { readonly db: Tx; readonly files: Pick<FileStore, 'read' | 'stat'> }

/**
 * A course as a book for its learners: its published lessons, the questions without their keys.
 * @throws AppError not_found; unauthenticated for a visitor; conflict for a course without a published lesson
 */
export async function readEpub(
  { db, files }: EpubDeps,
  viewer: Viewer,
  { courseId, siteUrl }: { readonly courseId: string; readonly siteUrl: string },
): Promise<{ readonly name: string; readonly entries: readonly ZipEntry[] }> {
  const { name } = await getCourse(db, viewer, courseId)
  const course = await getArchivedCourse(db, courseId, { withDrafts: false })
  if (course.lessons.length === 0)
    throw new AppError('conflict', 'This course has no published lesson: there is nothing to read yet.')
  const [row] = await db.select({ at: courses.updatedAt }).from(courses).where(eq(courses.id, courseId))
  const pictures: BookPicture[] = []
  for (const { accountId, fileName } of picturesIn(textsOf(course))) {
    const key = imageKey(accountId, fileName)
    if (!(await files.stat(key))) continue
    const bytes = await readAll(await files.read(key))
    pictures.push({ src: imagePath(accountId, fileName), ...(await bookPicture(fileName, bytes)) })
  }
  const changedAt = row?.at ?? new Date(0)
  return { name, entries: writeEpub({ courseId, course, pictures, changedAt, siteUrl }) }
}

/** Readers of books know JPEG, PNG, GIF and SVG; WebP becomes PNG. */
async function bookPicture(fileName: string, bytes: Buffer): Promise<Omit<BookPicture, 'src'>> {
  if (!fileName.endsWith('.webp')) return { fileName, type: pictureType(fileName), bytes }
  const { default: sharp } = await import('sharp')
  const png = await sharp(bytes).png().toBuffer()
  return { fileName: `${fileName}.png`, type: 'image/png', bytes: png }
}
