import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { users } from '@freeor/accounts/tables'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { openFolderStore } from '@freeor/storage/folder'
import { compileImage } from '@freeor/storage/pictures/compile-image'
import { readAll, writeZip } from '@freeor/storage/zip/write-zip'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageKey, imagePath } from '../authoring/images/commands.ts'
import { lessons } from '../catalog/tables.ts'
import { seedStarterCourse } from '../starter/commands.ts'
import { starterCourseId } from '../starter/starter-course.ts'
import { readEpub } from './queries.ts'
import { hasEpubcheck, runEpubcheck } from './testing.ts'

const now = new Date('2026-03-01T12:00:00Z')
let database: TestDatabase
let folder = ''

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'freeor-starter-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" viewBox="0 0 90 60"><title>A lamp</title><circle cx="9" cy="9" r="5"/></svg>'

/** Pictures as uploads become them: of each kind that a lesson may show. */
async function pictures(): Promise<Map<string, Buffer>> {
  const pixels = sharp({ create: { width: 12, height: 8, channels: 3, background: 'maroon' } })
  const originals = { png: pixels.clone().png(), jpg: pixels.clone().jpeg(), gif: pixels.clone().gif() }
  const made = new Map<string, Buffer>([
    ['abcdefghijklmnop-webp.webp', await pixels.clone().webp().toBuffer()],
  ])
  for (const [ending, picture] of Object.entries(originals))
    made.set(
      `abcdefghijklmnop-${ending}.${ending}`,
      Buffer.from((await compileImage(await picture.toBuffer())).bytes),
    )
  made.set('abcdefghijklmnop-svg.svg', Buffer.from((await compileImage(Buffer.from(drawing))).bytes))
  return made
}

test.skipIf(!hasEpubcheck)(
  'epubcheck finds nothing wrong with the course of a new installation, with a picture of each kind (skipped where it is not installed: apt-get install epubcheck)',
  async () => {
    const { db } = database
    const { userId, companyId } = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
    await db.update(users).set({ role: 'super_admin' }).where(eq(users.id, userId))
    await seedStarterCourse(db, now)
    const files = openFolderStore(folder)
    const made = await pictures()
    for (const [name, bytes] of made) await files.write(imageKey(companyId, name), Readable.from([bytes]))
    const shown = [...made.keys()].map((name) => `![A lamp](${imagePath(companyId, name)})`).join('\n\n')
    await db.update(lessons).set({ transcript: sql`${lessons.transcript} || ${`\n\n${shown}\n`}::text` })
    const viewer = { userId, seesDrafts: false }
    const site = { courseId: starterCourseId, siteUrl: 'https://courses.example' }
    const { entries } = await readEpub({ db, files }, viewer, site)
    const names = entries.map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('book/lesson-'))).toHaveLength(5)
    expect(names.filter((name) => name.startsWith('book/pictures/'))).toHaveLength(made.size)
    const said = await runEpubcheck(await readAll(writeZip(entries)))
    expect(said).not.toMatch(/^(ERROR|WARNING|FATAL|USAGE)/m)
    expect(said).toContain('No errors or warnings detected')
  },
)
