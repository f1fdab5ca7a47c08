import { Readable } from 'node:stream'
import { imageKey } from '@freeor/courses/authoring/images/commands'
import { courses, lessons } from '@freeor/courses/catalog/tables'
import { addCourseOf } from './course-things.ts'
import type { Person } from './people.ts'
import type { Ids, Input, Row, SecurityFixture } from './security-row.ts'

const courseParams = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { courseId: (await addCourseOf(fixture, as)).courseId },
})

const lessonParams = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { lessonId: (await addCourseOf(fixture, as)).placedId },
})

const courseLessonParams = async (fixture: SecurityFixture, as: Person): Promise<Input> => {
  const { courseId, placedId } = await addCourseOf(fixture, as)
  return { params: { courseId, lessonId: placedId } }
}

const foreignCourse = ({ courseId }: Ids): Input => ({ params: { courseId } })
const foreignLesson = ({ placedId }: Ids): Input => ({ params: { lessonId: placedId } })
const foreignCourseLesson = ({ courseId, placedId }: Ids): Input => ({
  params: { courseId, lessonId: placedId },
})

const roles = ['owner', 'admin'] as const
const message = { subject: 'A new lesson', text: 'Dear learners,\n\nthere is a new lesson.' }

const status: Row = { roles, sample: lessonParams, foreign: foreignLesson }

/** The rows of authors. What they name belongs to a company: for every other one it does not exist. */
export const authoringRows: Readonly<Record<string, Row>> = {
  createCourse: {
    roles,
    writes: courses,
    sample: () => ({ body: { name: 'Conscience and the law', themeColor: 'primary' } }),
    // The plan may be used up by the other cases.
    orElse: 402,
  },
  changeCourse: {
    roles,
    writes: courses,
    sample: async (fixture, as) => ({
      ...(await courseParams(fixture, as)),
      body: { name: 'Conscience and the law', themeColor: 'primary', favorite: true },
    }),
    foreign: (ids) => ({ ...foreignCourse(ids), body: { name: 'Mine' } }),
  },
  duplicateCourse: { roles, sample: courseParams, foreign: foreignCourse, orElse: 402 },
  moveCourse: {
    roles,
    sample: async (fixture, as) => ({ ...(await courseParams(fixture, as)), body: { after: null } }),
    foreign: (ids) => ({ ...foreignCourse(ids), body: { after: null } }),
  },
  readCourseOutline: { sample: courseParams, foreign: foreignCourse },
  listAccountLessons: { sample: () => ({}) },
  addLesson: {
    roles,
    writes: lessons,
    sample: async (fixture, as) => ({ ...(await courseParams(fixture, as)), body: { title: 'Conscience' } }),
    foreign: (ids) => ({ ...foreignCourse(ids), body: {} }),
  },
  changeCourseLesson: {
    roles,
    sample: async (fixture, as) => ({
      ...(await courseLessonParams(fixture, as)),
      body: { slug: 'conscience', isPreview: true },
    }),
    foreign: (ids) => ({ ...foreignCourseLesson(ids), body: { slug: 'mine' } }),
  },
  // It stands in no other course.
  removeCourseLesson: { roles, sample: courseLessonParams, foreign: foreignCourseLesson, orElse: 409 },
  moveLesson: {
    roles,
    sample: async (fixture, as) => ({ ...(await courseLessonParams(fixture, as)), body: { after: null } }),
    foreign: (ids) => ({ ...foreignCourseLesson(ids), body: { after: null } }),
  },
  // The plan may be used up by the courses of other cases.
  publishLesson: { ...status, orElse: 402 },
  unpublishLesson: status,
  archiveLesson: status,
  restoreLesson: status,
  listCourseMessages: { roles, sample: courseParams, foreign: foreignCourse },
  previewCourseMessage: {
    roles,
    sample: async (fixture, as) => ({ ...(await courseParams(fixture, as)), body: message }),
    foreign: (ids) => ({ ...foreignCourse(ids), body: message }),
  },
  sendCourseMessage: {
    roles,
    sample: async (fixture, as) => ({
      ...(await courseParams(fixture, as)),
      body: { ...message, key: 'a-message-of-a-page' },
    }),
    foreign: (ids) => ({ ...foreignCourse(ids), body: { ...message, key: 'a-message-of-a-page' } }),
    // The course has no learner yet.
    orElse: 409,
  },
  exportCoursePackage: {
    sample: courseParams,
    foreign: foreignCourse,
  },
  importCoursePackage: {
    roles,
    writes: courses,
    sample: () => ({}),
    // No bytes are sent: that is no package.
    orElse: 422,
  },
  uploadLessonImage: {
    roles: [...roles, 'member'],
    sample: async (fixture, as) => ({
      query: { lessonId: (await addCourseOf(fixture, as)).placedId, name: 'Library.jpg' },
    }),
    foreign: ({ placedId }) => ({ query: { lessonId: placedId, name: 'Library.jpg' } }),
    // No bytes are sent: that is no picture.
    orElse: 422,
  },
  fetchLessonImage: {
    async sample({ deps, people: { owner } }) {
      const params = { accountId: owner.companyId, fileName: 'abcdefghijklmnop-library.png' }
      await deps.files.write(imageKey(params.accountId, params.fileName), Readable.from([Buffer.of(1)]))
      return { params }
    },
  },
}
