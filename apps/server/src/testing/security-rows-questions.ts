import { addCourse } from '@freeor/courses/catalog/testing'
import type { CompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'
import type { Input, Row, SecurityFixture } from './security-rows.ts'

/**
 * Whoever reads or writes questions does so in a course of their own account: roles inside an account, and strangers, have
 * tests of their own (`api/questions/questions.test.ts`).
 */
async function newQuiz(fixture: CompaniesFixture, { companyId }: Person) {
  const questions = [{ question: 'First?' }, { question: 'Second?' }]
  const course = await addCourse(fixture.deps.db, { companyId, lessons: [{ questions }] })
  const [lesson] = course.lessons
  return {
    courseId: course.id,
    lessonId: lesson?.id ?? '',
    questionId: lesson?.questions[0]?.id ?? '',
    otherId: lesson?.questions[1]?.id ?? '',
  }
}

const ofLesson = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { lessonId: (await newQuiz(fixture, as)).lessonId },
})

const ofQuestion = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { questionId: (await newQuiz(fixture, as)).questionId },
})

const ofCourse = async (fixture: SecurityFixture, as: Person): Promise<Input> => ({
  params: { courseId: (await newQuiz(fixture, as)).courseId },
  query: { format: 'gift' },
})

const bank = '::Madison::Who wrote the First Amendment? {=James Madison ~John Locke}\n'

/** A file that was read. Who may not read one names an import that is not there. */
async function read(fixture: SecurityFixture, as: Person) {
  const { lessonId } = await newQuiz(fixture, as)
  const path = `/api/question-imports?lessonId=${lessonId}&name=bank.gift` as '/api/question-imports'
  const { body: account } = await fixture.call('POST', path, { as, rawBody: bank, headers: octets })
  return { lessonId, importId: account.importId }
}

const octets = { 'content-type': 'application/octet-stream' }

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
  },
  removeQuestion: { ...editors, sample: ofQuestion },
  moveQuestion: {
    ...editors,
    sample: async (fixture, as) => {
      const { questionId, otherId } = await newQuiz(fixture, as)
      return { params: { questionId }, body: { after: otherId } }
    },
  },
  duplicateQuestion: { ...editors, sample: ofQuestion },
  searchBank: {
    ...editors,
    sample: async (fixture, as) => ({
      query: { lessonId: (await newQuiz(fixture, as)).lessonId, q: 'First' },
    }),
  },
  importQuestions: {
    ...editors,
    sample: async (fixture, as) => ({
      query: { lessonId: (await newQuiz(fixture, as)).lessonId, name: 'bank.gift' },
    }),
  },
  bringInQuestions: {
    ...editors,
    sample: async (fixture, as) => {
      const { importId = 'qim_none', lessonId } = await read(fixture, as)
      return { params: { importId }, body: { lessonId, questions: [0] } }
    },
  },
  exportQuestions: { ...editors, sample: ofCourse },
  readExportReport: { ...editors, sample: ofCourse },
  readStatistics: { ...editors, sample: ofLesson },
  regradeQuestion: {
    ...editors,
    sample: async (fixture, as) => ({ ...(await ofQuestion(fixture, as)), body: { apply: false } }),
  },
}
