import { importCourse } from '@freeor/courses/archive/commands'
import { courseImportAnswer } from '@freeor/courses/archive/schema'
import { mostPackageBytes } from '@freeor/storage/zip/open-package'
import { readBytes } from '../../http/read-bytes.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const importCoursePackageOperation = coursesOperation({
  id: 'importCoursePackage',
  method: 'post',
  path: '/api/course-packages',
  area: 'authoring',
  summary:
    'Makes a course of the account out of a ZIP that a course was taken out as: all its lessons are drafts. The body is the file, up to 100 MB. 422 names the file that is wrong; 402 past the limits of the plan',
  access: 'user',
  consumes: 'application/octet-stream',
  maxBodyBytes: mostPackageBytes,
  answer: courseImportAnswer,
  status: 201,
  async handle({ deps, user, company, request }) {
    const { companyId } = await company()
    const bytes = async () => await readBytes(request, mostPackageBytes)
    return await importCourse(deps, { actor: user(), companyId }, bytes)
  },
})
