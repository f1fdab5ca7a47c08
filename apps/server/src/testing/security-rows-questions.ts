import { addCourseOf, addQuestionImport } from './course-things.ts'
import type { Person } from './people.ts'
import type { Ids, Input, Row, SecurityFixture } from './security-row.ts'

const foreignQuestion = ({ authoredId }: Ids): Input => ({ params: { questionId: authoredId } })

const ofLesson = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { lessonId: (await addCourseOf(fixture, as)).placedId },
})

const ofQuestion = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { questionId: (await addCourseOf(fixture, as)).authoredId },
})

const ofCourse = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { courseId: (await addCourseOf(fixture, as)).courseId },
  query: { format: 'gift' },
})

/** A viewer of the account is let in nowhere here: they read drafts, without the keys. */
const editors = { roles: ['owner', 'admin', 'member'] } as const

/** The rows of questions as their authors see them. */
export const questionRows: Readonly<Record<string, Row>> = {
  listQuestions: { ...editors, sample: ofLesson },
  addQuestion: {
    ...editors,
    sample: async (fixture, as) => ({
      ...(await ofLesson(fixture, as)),
      body: { question: 'Who wrote it?', options: [{ text: 'Madison', correct: true }, { text: 'Locke' }] },
    }),
  },
  lintQuestions: { ...editors, sample: ofLesson },
  changeQuestion: {
    ...editors,
    sample: async (fixture, as) => ({
      ...(await ofQuestion(fixture, as)),
      body: { version: 1, explanation: 'See the lesson.' },
    }),
    foreign: (ids) => ({ ...foreignQuestion(ids), body: { version: 1, explanation: 'Mine.' } }),
  },
  removeQuestion: { ...editors, sample: ofQuestion, foreign: foreignQuestion },
  moveQuestion: {
    ...editors,
    sample: async (fixture, as) => {
      const { authoredId, nextId } = await addCourseOf(fixture, as)
      return { params: { questionId: authoredId }, body: { after: nextId } }
    },
    foreign: (ids) => ({ ...foreignQuestion(ids), body: { after: ids.nextId } }),
  },
  listQuestionVersions: { ...editors, sample: ofQuestion, foreign: foreignQuestion },
  duplicateQuestion: { ...editors, sample: ofQuestion, foreign: foreignQuestion },
  searchBank: {
    ...editors,
    sample: async (fixture, as) => ({
      query: { lessonId: (await addCourseOf(fixture, as)).placedId, q: 'First' },
    }),
  },
  importQuestions: {
    ...editors,
    sample: async (fixture, as) => ({
      query: { lessonId: (await addCourseOf(fixture, as)).placedId, name: 'bank.gift' },
      rawBody: '// A bank\nWho wrote it? {=Madison ~Locke}\n\nUnfinished {=Madison\n',
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  bringInQuestions: {
    ...editors,
    sample: async (fixture, as) => ({
      params: { importId: await addQuestionImport(fixture, as) },
      body: { lessonId: (await addCourseOf(fixture, as)).placedId, questions: [0] },
    }),
    // A colleague's file in a lesson of the same account is tested in `questions/import/commands.test.ts`.
    foreign: ({ questionImportId, placedId }) => ({
      params: { importId: questionImportId },
      body: { lessonId: placedId, questions: [0] },
    }),
  },
  takeOutQuestions: {
    ...editors,
    sample: async (fixture, as) => {
      const { placedId, nextId } = await addCourseOf(fixture, as)
      return { params: { lessonId: placedId }, body: { questionIds: [nextId] } }
    },
  },
  exportQuestions: { ...editors, sample: ofCourse },
  readExportReport: { ...editors, sample: ofCourse },
  readStatistics: { ...editors, sample: ofLesson },
  readViewing: { ...editors, sample: ofLesson },
  regradeQuestion: {
    ...editors,
    sample: async (fixture, as) => ({ ...(await ofQuestion(fixture, as)), body: { apply: false } }),
    foreign: (ids) => ({ ...foreignQuestion(ids), body: { apply: false } }),
  },
}
