import { answerReview } from '@freeor/courses/reviews/commands'
import { reviewedQuestion, reviewInput } from '@freeor/courses/reviews/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const answerReviewOperation = coursesOperation({
  id: 'answerReview',
  method: 'post',
  path: '/api/reviews/answers',
  area: 'quizzes',
  summary:
    'Answers a question that came back: says what is correct, and when it comes again. Changes no attempt',
  access: 'user',
  apiKeyScope: 'learning',
  body: reviewInput,
  answer: reviewedQuestion,
  handle: async ({ deps, user, body }) => await answerReview(deps, user().userId, body),
})
