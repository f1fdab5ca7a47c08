import { addCourseOf } from './course-things.ts'
import { addLessonUpload, addLinkedFile } from './lesson-file-things.ts'
import type { Person } from './people.ts'
import type { Ids, Input, Row, SecurityFixture } from './security-row.ts'
import { tus } from './uploads.ts'

const roles = ['owner', 'admin', 'member'] as const

const uploadParams = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { uploadId: await addLessonUpload(fixture, as) },
  headers: tus,
})

const foreignUpload = ({ lessonUploadId }: Ids): Input => ({
  params: { uploadId: lessonUploadId },
  headers: tus,
})

/** Everybody has uploads of their own: whose they are is in their ids. */
const ofUpload: Row = { sample: uploadParams, isPersonal: true, foreign: foreignUpload }

const pieces = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }

/** The rows of files of lessons: uploads are personal, what was taken belongs to the account of the lesson. */
export const lessonFileRows: Readonly<Record<string, Row>> = {
  createLessonUpload: {
    roles,
    sample: async (fixture, as) => ({
      query: { lessonId: (await addCourseOf(fixture, as)).placedId },
      headers: { ...tus, 'upload-length': '10' },
    }),
    foreign: ({ placedId }) => ({
      query: { lessonId: placedId },
      headers: { ...tus, 'upload-length': '10' },
    }),
    // The other cases leave unfinished ones.
    orElse: 409,
  },
  readLessonUpload: ofUpload,
  continueLessonUpload: {
    ...ofUpload,
    sample: async (fixture, as) => ({
      ...(await uploadParams(fixture, as)),
      headers: { ...tus, ...pieces },
    }),
    foreign: (ids) => ({ ...foreignUpload(ids), headers: { ...tus, ...pieces } }),
  },
  removeLessonUpload: ofUpload,
  takeLessonUpload: {
    roles,
    async sample(fixture, as) {
      const { placedId } = await addCourseOf(fixture, as)
      const content = { name: 'reader.txt', bytes: new TextEncoder().encode('Conscience') }
      const uploadId = await addLessonUpload(fixture, as, content)
      return { params: { lessonId: placedId }, body: { uploadId } }
    },
    // Not personal: a colleague's lesson is there for whoever writes it, and only the upload is not.
    foreign: ({ placedId, lessonUploadId }) => ({
      params: { lessonId: placedId },
      body: { uploadId: lessonUploadId },
    }),
    // The fixture's own upload has no byte yet.
    orElse: 409,
  },
  fetchLessonFile: { sample: async (fixture) => ({ params: await addLinkedFile(fixture) }) },
}
