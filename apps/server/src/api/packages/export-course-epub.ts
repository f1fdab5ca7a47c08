import { viewerOf } from '@freeor/courses/catalog/viewer'
import { readEpub } from '@freeor/courses/epub/queries'
import { answerZip } from '../../http/zip-answer.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const exportCourseEpubOperation = coursesOperation({
  id: 'exportCourseEpub',
  method: 'get',
  path: '/api/courses/{courseId}/epub',
  area: 'lessons',
  summary:
    'The published lessons of a course as an EPUB 3 book, with pictures, videos as links and the questions without their keys. 409 for a course without a published lesson',
  access: 'user',
  params: courseParams,
  produces: 'application/epub+zip',
  async handle({ deps, actor, params, site }) {
    const asked = { courseId: courseIdOf(deps, params.courseId), siteUrl: deps.addresses.of(site) }
    const { name, entries } = await readEpub(deps, viewerOf(actor), asked)
    return answerZip(entries, { name, ending: 'epub', type: 'application/epub+zip' })
  },
})
