import { createCourse } from '@freeor/courses/authoring/courses/commands'
import { newCourseInput } from '@freeor/courses/authoring/courses/schema'
import { courseAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { changedCourse } from './authoring-call.ts'

export const createCourseOperation = coursesOperation({
  id: 'createCourse',
  method: 'post',
  path: '/api/courses',
  area: 'authoring',
  summary:
    'A new course of the account. 402 past the limit of its plan, with the numbers and where to upgrade',
  access: 'user',
  whileImpersonating: 'allowed',
  body: newCourseInput,
  answer: courseAnswer,
  status: 201,
  async handle({ deps, user, company, body }) {
    const { companyId } = await company()
    const courseId = await createCourse(deps, { actor: user(), companyId }, body)
    return await changedCourse(deps, user(), courseId)
  },
})
