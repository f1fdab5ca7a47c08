import { exportCoursePackage } from '@freeor/courses/archive/queries'
import { answerZip } from '../../http/zip-answer.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const exportCoursePackageOperation = coursesOperation({
  id: 'exportCoursePackage',
  method: 'get',
  path: '/api/courses/{courseId}/package',
  area: 'authoring',
  summary:
    'A course as a ZIP: Markdown, WebVTT, Moodle XML with keys, JSON, pictures. Members who only see drafts get it without its questions',
  access: 'user',
  whileImpersonating: 'refused',
  params: courseParams,
  produces: 'application/zip',
  async handle({ deps, user, params }) {
    const editing = { actor: user(), courseId: courseIdOf(deps, params.courseId) }
    const { name, entries } = await exportCoursePackage(deps, editing)
    return answerZip(entries, { name, ending: 'zip', type: 'application/zip' })
  },
})
