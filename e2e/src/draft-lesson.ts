import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { courses } from './journey.ts'
import type { Person } from './people.ts'

const newId = (prefix: string) => `${prefix}_${randomBytes(13).toString('hex')}`

/** A draft in a course of its own, in the account of this author. Gives the address of its page. */
export async function addDraftLesson({ email }: Person, transcript: string): Promise<string> {
  const announced = JSON.parse(await readFile(join(inject('dataDir'), 'engines.json'), 'utf8'))
  const database = new pg.Client({ connectionString: announced.databaseUrl })
  await database.connect()
  try {
    const [courseId, lessonId] = [newId('crs'), newId('les')]
    const ofAuthor = `SELECT companies.id FROM companies JOIN users ON users.id = companies.owner_user_id
      WHERE users.email = $2`
    await database.query(
      `INSERT INTO courses (id, company_id, name, created_at, updated_at)
       SELECT $1, (${ofAuthor}), 'A course that is written', now(), now()`,
      [courseId, email],
    )
    await database.query(
      `INSERT INTO lessons (id, company_id, title, transcript, created_at, updated_at)
       SELECT $1, (${ofAuthor}), 'Lesson 1', $3, now(), now()`,
      [lessonId, email, transcript],
    )
    await database.query(
      `INSERT INTO course_lessons (course_id, lesson_id, slug, position) VALUES ($1, $2, '1', 'a0')`,
      [courseId, lessonId],
    )
    return courses(`/course/${courseId}/lesson/1`)
  } finally {
    await database.end()
  }
}
