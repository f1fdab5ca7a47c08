import { Readable } from 'node:stream'
import { fileKey } from '@freeor/courses/authoring/files/commands'
import { lessons } from '@freeor/courses/catalog/tables'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { lessonUploadServer, lessonUploads } from '../api/lesson-files/upload-server.ts'
import type { CompaniesFixture } from './companies-fixture.ts'
import { ensureCourse } from './course-things.ts'
import type { Person } from './people.ts'
import { tus } from './uploads.ts'

/** An upload of a person, whole where it is told what it holds; those that they had before are gone. Gives its id. */
export async function addLessonUpload(
  { deps }: Pick<CompaniesFixture, 'deps'>,
  { userId }: Pick<Person, 'userId'>,
  content?: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const uploads = lessonUploads(deps)
  for (const id of (await uploads.list(`up_${userId.slice(4)}_`)).keys()) await uploads.remove(id)
  const name = Buffer.from(content?.name ?? 'reader.txt').toString('base64')
  const headers = {
    ...tus,
    'upload-length': String(content?.bytes.byteLength ?? 10),
    'upload-metadata': `filename ${name}`,
    ...(content && { 'content-type': 'application/offset+octet-stream' }),
  }
  const begin = new Request('http://localhost/api/lesson-uploads', {
    ...{ method: 'POST', headers },
    ...(content && { body: content.bytes }),
  })
  const answer = await lessonUploadServer(deps, { userId }).handleWeb(begin)
  expect(answer.status).toBe(201)
  return answer.headers.get('location')?.split('/').at(-1)?.replace(/\?.*/, '') ?? ''
}

/** A file that the first lesson of the fixture's course links. */
export async function addLinkedFile(
  fixture: CompaniesFixture,
): Promise<{ accountId: string; fileName: string }> {
  const [lesson] = (await ensureCourse(fixture)).lessons
  const { companyId: accountId } = fixture.people.superAdmin
  const fileName = 'abcdefghijklmnop-reader.txt'
  await fixture.deps.files.write(fileKey(accountId, fileName), Readable.from([Buffer.from('A reader')]))
  const transcript = `[The reader](/api/lesson-files/${accountId}/${fileName})`
  await fixture.deps.db
    .update(lessons)
    .set({ transcript })
    .where(eq(lessons.id, lesson?.id ?? ''))
  return { accountId, fileName }
}
