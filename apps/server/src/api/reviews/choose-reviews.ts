import { chooseReviews } from '@freeor/courses/reviews/commands'
import { reviewChoice, reviewsAnswer } from '@freeor/courses/reviews/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const chooseReviewsOperation = coursesOperation({
  id: 'chooseReviews',
  method: 'put',
  path: '/api/reviews',
  area: 'quizzes',
  summary: 'Lets missed questions come back in a daily review, or ends that',
  access: 'user',
  apiKeyScope: 'learning',
  body: reviewChoice,
  answer: reviewsAnswer,
  handle: async ({ deps, user, body }) => await chooseReviews(deps, user().userId, body.on),
})
