import { imageKey } from '@freeor/courses/authoring/images/commands'
import { imageFileParams } from '@freeor/courses/authoring/images/schema'
import { answerPicture } from '../../http/picture-answer.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const fetchLessonImageOperation = coursesOperation({
  id: 'fetchLessonImage',
  method: 'get',
  path: '/api/lesson-images/{accountId}/{fileName}',
  area: 'authoring',
  summary: 'A picture of a lesson. Its name cannot be guessed, and what it holds never changes',
  // Mail, feeds and share images show it too, where nobody is signed in.
  access: 'public',
  params: imageFileParams,
  produces: 'image/*',
  handle: async ({ deps, params: { accountId, fileName } }) =>
    await answerPicture(deps.files, imageKey(accountId, fileName)),
})
