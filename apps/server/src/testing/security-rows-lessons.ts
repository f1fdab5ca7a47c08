import { ensureCourse } from './course-things.ts'
import type { Input, Row, SecurityFixture } from './security-rows.ts'

const courseParams = async (fixture: SecurityFixture): Promise<Input> => ({
  params: { courseId: (await ensureCourse(fixture)).id },
})

const lessonParams = async (fixture: SecurityFixture): Promise<Input> => ({
  params: { lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '' },
})

/** The rows of courses and lessons. They belong to no company of the table: whoever is signed in reads them. */
export const lessonRows: Readonly<Record<string, Row>> = {
  // For everybody but super admins there is nothing here.
  listCourses: { sample: () => ({}), orElse: 404 },
  readContinuation: { sample: () => ({}) },
  readCourse: { sample: courseParams },
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
}
