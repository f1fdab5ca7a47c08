import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { quizAttempts } from '@freeor/courses/attempts/tables'
import { ensureCourse } from './course-things.ts'
import { addGradedAttempt, newAttemptOf, newClick, openAttemptOf } from './quiz-things.ts'
import type { Ids, Input, Row } from './security-row.ts'

const first = ({ questions: [question] }: QuizAttempt) => ({
  questionId: question?.questionId ?? '',
  optionId: question?.options[0]?.id ?? '',
})

const paramsOf = (attempt: QuizAttempt) => ({ attemptId: attempt.id, questionId: first(attempt).questionId })

const attemptParams = ({ attemptId }: Ids): Input => ({ params: { attemptId } })

const grading = { device: 'device', number: 0 }

/** The rows of quizzes. Every attempt belongs to one person: for a colleague, too, it does not exist. */
export const quizRows: Readonly<Record<string, Row>> = {
  startAttempt: {
    writes: quizAttempts,
    sample: async (fixture) => ({ body: { lessonId: (await ensureCourse(fixture)).lessons[0]?.id ?? '' } }),
  },
  listAttempts: { sample: () => ({}) },
  readAttempt: {
    sample: async (fixture, as) => ({ params: { attemptId: (await openAttemptOf(fixture, as)).id } }),
    isPersonal: true,
    foreign: attemptParams,
  },
  answerQuestion: {
    sample: async (fixture, as) => {
      const attempt = await newAttemptOf(fixture, as)
      return { params: paramsOf(attempt), body: newClick(first(attempt).optionId) }
    },
    isPersonal: true,
    foreign: ({ attemptId, questionId, optionId }) => ({
      params: { attemptId, questionId },
      body: newClick(optionId),
    }),
  },
  gradeAttempt: {
    sample: async (fixture, as) => ({
      params: { attemptId: (await openAttemptOf(fixture, as)).id },
      body: grading,
    }),
    isPersonal: true,
    foreign: (ids) => ({ ...attemptParams(ids), body: grading }),
  },
  retakeAttempt: {
    sample: async (fixture, as) => ({ params: { attemptId: (await addGradedAttempt(fixture, as)).id } }),
    isPersonal: true,
    foreign: ({ gradedAttemptId }) => ({ params: { attemptId: gradedAttemptId } }),
  },
  markAttempt: {
    writes: quizAttempts,
    sample: async (fixture, as) => ({
      params: { attemptId: (await openAttemptOf(fixture, as)).id },
      body: { favorite: true, archived: false },
    }),
    isPersonal: true,
    foreign: (ids) => ({ ...attemptParams(ids), body: { favorite: true } }),
  },
  reportQuestion: {
    sample: async (fixture, as) => ({
      params: paramsOf(await newAttemptOf(fixture, as)),
      body: { text: 'The second option is true too.' },
    }),
    // A day's reports may be used up by the other cases.
    orElse: 429,
    isPersonal: true,
    foreign: ({ attemptId, questionId }) => ({
      params: { attemptId, questionId },
      body: { text: 'The key is wrong.' },
    }),
  },
  readReviews: { sample: () => ({}) },
  chooseReviews: { sample: () => ({ body: { on: true } }) },
  answerReview: {
    sample: async (fixture, as) => ({ body: first(await addGradedAttempt(fixture, as)) }),
  },
}
