import { requireCourseEditor } from '@freeor/courses/authoring/require-editor'
import { asFile } from '@freeor/courses/questions/export/export-text'
import { exportCourse, exportCourseFile, reportOf } from '@freeor/courses/questions/export/queries'
import { type ExportFormat, exportFormats, exportReport } from '@freeor/courses/questions/export/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseParams } from './question-params.ts'

const files: Readonly<Record<ExportFormat, { readonly type: string; readonly name: string }>> = {
  gift: { type: 'text/plain; charset=utf-8', name: 'questions.gift' },
  'moodle-xml': { type: 'application/xml; charset=utf-8', name: 'questions.xml' },
  csv: { type: 'text/csv; charset=utf-8', name: 'questions.csv' },
}

const query = z.strictObject({ format: z.enum(exportFormats) })

export const exportQuestionsOperation = coursesOperation({
  id: 'exportQuestions',
  method: 'get',
  path: '/api/courses/{courseId}/questions/export',
  area: 'questions',
  summary:
    'The questions of a course as a file. Each was read again and is equal; what the format cannot say is left out and in the report',
  access: 'user',
  whileImpersonating: 'refused',
  params: courseParams,
  query,
  produces: 'text/plain',
  async handle({ deps, user, params, query: { format } }) {
    await requireCourseEditor(deps.db, user(), params.courseId)
    const { text } = await exportCourseFile(deps, params.courseId, format)
    const { type, name } = files[format]
    return new Response(asFile(text, format), {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  },
})

export const readExportReportOperation = coursesOperation({
  id: 'readExportReport',
  method: 'get',
  path: '/api/courses/{courseId}/questions/export-report',
  area: 'questions',
  summary: 'Of each question of a course, whether it was written in the format, read again and is equal',
  access: 'user',
  params: courseParams,
  query,
  answer: exportReport,
  async handle({ deps, user, params, query: { format } }) {
    await requireCourseEditor(deps.db, user(), params.courseId)
    return reportOf(await exportCourse(deps.db, params.courseId, format), format)
  },
})
