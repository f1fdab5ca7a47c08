import { readReviews } from '@freeor/courses/reviews/queries'
import { reviewsAnswer } from '@freeor/courses/reviews/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readReviewsOperation = coursesOperation({
  id: 'readReviews',
  method: 'get',
  path: '/api/reviews',
  area: 'quizzes',
  summary: 'Missed questions that come back today, without their keys, and how many are kept by now',
  access: 'user',
  apiKeyScope: 'learning',
  answer: reviewsAnswer,
  handle: async ({ deps, user }) => await readReviews(deps.db, user().userId, deps.clock.now()),
})
