import { lessonCaptions } from '@freeor/courses/catalog/tables'
import { lessonNotes } from '@freeor/courses/progress/tables'
import { eq } from 'drizzle-orm'
import { addNoteOf, ensureCourse } from './course-things.ts'
import type { Person } from './people.ts'
import type { Input, Row, SecurityFixture } from './security-row.ts'

const courseParams = async (fixture: SecurityFixture): Promise<Input> => ({
  params: { courseId: (await ensureCourse(fixture)).id },
})

const lessonParams = async (fixture: SecurityFixture): Promise<Input> => ({
  params: { lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '' },
})

const noteParams = async (fixture: SecurityFixture, as: Person) => ({
  ...(await lessonParams(fixture)).params,
  noteId: await addNoteOf(fixture, as),
})

/** The rows of courses and lessons. They belong to no company of the table: whoever is signed in reads them. */
export const lessonRows: Readonly<Record<string, Row>> = {
  // For an account without a course plan there is nothing here.
  listCourses: { sample: () => ({}), orElse: 404 },
  readContinuation: { sample: () => ({}) },
  readCourse: { sample: courseParams },
  exportCourseEpub: { sample: courseParams },
  listLessons: { sample: courseParams },
  readLessonAt: {
    sample: async (fixture) => {
      const { id, lessons } = await ensureCourse(fixture)
      return { params: { courseId: id, lessonSlug: lessons[0]?.slug ?? '' } }
    },
  },
  readNthLesson: {
    sample: async (fixture) => ({ params: { courseId: (await ensureCourse(fixture)).id, n: '1' } }),
  },
  readLesson: { sample: lessonParams },
  listPublishedLessons: {
    sample: async (fixture) => ({ query: { course: (await ensureCourse(fixture)).id } }),
  },
  readCaptions: {
    async sample(fixture) {
      const { params } = await lessonParams(fixture)
      const ofLesson = eq(lessonCaptions.lessonId, params?.lessonId ?? '')
      const [captions] = await fixture.deps.db.select().from(lessonCaptions).where(ofLesson)
      return { params: { ...params, captionId: captions?.id ?? '' } }
    },
  },
  searchCourse: {
    sample: async (fixture) => ({ ...(await courseParams(fixture)), query: { q: 'conscience' } }),
  },
  reportProgress: {
    sample: async (fixture) => ({
      ...(await lessonParams(fixture)),
      body: { positionSeconds: 95, durationSeconds: 240, played: [{ from: 85, to: 95, rate: 1 }] },
    }),
  },
  listNotes: { sample: lessonParams },
  addNote: {
    writes: lessonNotes,
    sample: async (fixture) => ({
      ...(await lessonParams(fixture)),
      body: { second: 95, text: 'Compare with lesson 2' },
    }),
  },
  changeNote: {
    writes: lessonNotes,
    sample: async (fixture, as) => ({ params: await noteParams(fixture, as), body: { text: 'Read again' } }),
    isPersonal: true,
    foreign: ({ noteId, lessonId }) => ({ params: { lessonId, noteId }, body: { text: 'Mine' } }),
  },
  deleteNote: {
    sample: async (fixture, as) => ({ params: await noteParams(fixture, as) }),
    isPersonal: true,
    foreign: ({ noteId, lessonId }) => ({ params: { lessonId, noteId } }),
  },
}
