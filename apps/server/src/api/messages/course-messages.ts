import { sendMessage } from '@freeor/courses/messages/commands'
import { countLearners, getManagedCourse, listMessages } from '@freeor/courses/messages/queries'
import {
  courseMessages,
  courseMessageText,
  messagePreview,
  newCourseMessage,
} from '@freeor/courses/messages/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const listCourseMessagesOperation = coursesOperation({
  id: 'listCourseMessages',
  method: 'get',
  path: '/api/courses/{courseId}/messages',
  area: 'authoring',
  summary:
    'The messages to all learners of a course and how far each is; for the owner and the admins of its account',
  access: 'user',
  params: courseParams,
  answer: courseMessages,
  handle: async ({ deps, user, params }) =>
    await listMessages(
      deps.db,
      { actor: user(), courseId: courseIdOf(deps, params.courseId) },
      deps.clock.now(),
    ),
})

export const previewCourseMessageOperation = coursesOperation({
  id: 'previewCourseMessage',
  method: 'post',
  path: '/api/courses/{courseId}/messages/preview',
  area: 'authoring',
  summary: 'The mail as learners would get it, and how many would. Nothing is sent',
  access: 'user',
  params: courseParams,
  body: courseMessageText,
  answer: messagePreview,
  async handle({ deps, user, params, body }) {
    const actor = user()
    const courseId = courseIdOf(deps, params.courseId)
    const { name: courseName } = await getManagedCourse(deps.db, { actor, courseId })
    const shown = await deps.showMessage({ courseId, courseName, replyTo: actor.email, ...body })
    return { ...shown, learners: await countLearners(deps.db, courseId) }
  },
})

export const sendCourseMessageOperation = coursesOperation({
  id: 'sendCourseMessage',
  method: 'post',
  path: '/api/courses/{courseId}/messages',
  area: 'authoring',
  summary:
    'Mails a message to all learners of a course, each once; every mail has a link that ends them. Repeated with the same `key` it sends nothing. 429 past three messages a day, 409 where nobody would get it',
  access: 'user',
  provenAddress: true,
  params: courseParams,
  body: newCourseMessage,
  answer: courseMessages,
  status: 202,
  async handle({ deps, user, params, body }) {
    const sending = { actor: user(), courseId: courseIdOf(deps, params.courseId) }
    await sendMessage(deps, sending, body)
    return await listMessages(deps.db, sending, deps.clock.now())
  },
})
