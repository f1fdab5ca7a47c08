import { changeChoices } from '@freeor/courses/progress/choices/commands'
import { readChoices } from '@freeor/courses/progress/choices/queries'
import { learnerChoices, learnerChoicesInput } from '@freeor/courses/progress/choices/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readChoicesOperation = coursesOperation({
  id: 'readLearnerChoices',
  method: 'get',
  path: '/api/learning/choices',
  area: 'lessons',
  summary: 'Which mails about learning the caller chose; none unless they did',
  access: 'user',
  answer: learnerChoices,
  handle: async ({ deps, user }) => await readChoices(deps.db, user().userId),
})

export const changeChoicesOperation = coursesOperation({
  id: 'changeLearnerChoices',
  method: 'patch',
  path: '/api/learning/choices',
  area: 'lessons',
  summary: 'Chooses which mails about learning the caller gets',
  access: 'user',
  body: learnerChoicesInput,
  answer: learnerChoices,
  handle: async ({ deps, user, body }) => await changeChoices(deps.db, user().userId, body, deps.clock.now()),
})
