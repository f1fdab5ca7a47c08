import { readRecord } from '@freeor/courses/progress/record/queries'
import { statementsOf } from '@freeor/courses/progress/record/statements'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { csvLine } from '../organizations/member-file.ts'

const formats = {
  csv: { type: 'text/csv; charset=utf-8', file: 'learning-record.csv' },
  xapi: { type: 'application/x-ndjson', file: 'learning-record.jsonl' },
} as const

const columns = ['What', 'Lesson', 'Quiz', 'Score', 'Questions', 'Minutes', 'Date']

export const exportRecordOperation = coursesOperation({
  id: 'exportRecord',
  method: 'get',
  path: '/api/learning/record',
  area: 'lessons',
  summary: 'The caller’s own record: CSV, or xAPI statements, one JSON document a line',
  access: 'user',
  whileImpersonating: 'refused',
  query: z.strictObject({ format: z.enum(['csv', 'xapi']).default('csv') }),
  produces: 'text/csv',
  async handle({ deps, user, site, query: { format } }) {
    const { userId, name } = user()
    const record = await readRecord(deps.db, userId)
    const asCsv = () =>
      [
        `\ufeff${csvLine(columns)}`,
        ...record.runs.map((run) =>
          csvLine(['quiz', run.lesson, run.quiz, run.score, run.questions, null, run.gradedAt.toISOString()]),
        ),
        ...record.watched.map((one) =>
          csvLine(['video', one.lesson, null, null, null, one.minutes, one.updatedAt.toISOString()]),
        ),
      ].join('')
    const asStatements = () =>
      statementsOf(record, { userId, name, origin: deps.addresses.of(site) })
        .map((statement) => `${JSON.stringify(statement)}\n`)
        .join('')
    const { type, file } = formats[format]
    return new Response(format === 'csv' ? asCsv() : asStatements(), {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${file}"`,
        'cache-control': 'no-store',
      },
    })
  },
})
