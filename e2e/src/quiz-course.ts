import { randomBytes } from 'node:crypto'
import { withDatabase } from './database.ts'

export type QuizLesson = {
  courseId: string
  lessonId: string
  questions: { id: string; options: string[] }[]
}

const newId = (prefix: string) => `${prefix}_${randomBytes(13).toString('hex')}`

/** An image inside a text: a picture of the site itself, as uploads have it too. */
const questions = [
  {
    question: 'Which right does **conscience** name?\n\n![The sign of the site](/favicon.svg)',
    options: ['To believe', 'To be paid', 'To be *feared*'],
    explanation: 'To believe, to change a belief, and to have none.',
  },
  {
    question: 'Who may leave a faith?',
    options: ['Nobody', 'Whoever wants to', 'Its leaders'],
    explanation: 'Whoever wants to.',
  },
  {
    question: 'Since when is it written down?',
    options: ['1648', '1948', 'Today'],
    explanation: 'In 1948, in article 18.',
  },
  {
    question: 'Whom does it protect?',
    options: ['Believers', 'Unbelievers', 'Both'],
    explanation: 'Both.',
  },
]
/** By position: the first is correct once, the second twice, the third once. */
const keys = [0, 1, 1, 2]

/** A published lesson of its own, in a course of the super admin's account, written as an author would. */
export const addQuizLesson = async (name: string): Promise<QuizLesson> =>
  await withDatabase(async (database) => {
    const { rows } = await database.query(
      `SELECT companies.id FROM companies JOIN users ON users.id = companies.owner_user_id
       WHERE users.role = 'super_admin' LIMIT 1`,
    )
    const [courseId, lessonId, companyId] = [newId('crs'), newId('les'), rows[0].id]
    await database.query(
      `INSERT INTO courses (id, company_id, name, created_at, updated_at) VALUES ($1, $2, $3, now(), now())`,
      [courseId, companyId, `A course of ${name}`],
    )
    await database.query(
      `INSERT INTO lessons (id, company_id, title, quiz_name, published, published_at, created_at, updated_at)
       VALUES ($1, $2, $3, 'Conscience', true, now(), now(), now())`,
      [lessonId, companyId, name],
    )
    await database.query(
      `INSERT INTO course_lessons (course_id, lesson_id, slug, position) VALUES ($1, $2, '1', 'a0')`,
      [courseId, lessonId],
    )
    const added: QuizLesson['questions'] = []
    for (const [at, { question, options, explanation }] of questions.entries()) {
      const id = newId('que')
      const withIds = options.map((text) => ({ id: newId('opt'), text }))
      await database.query(
        `INSERT INTO questions (id, lesson_id, position, created_at) VALUES ($1, $2, $3, now())`,
        [id, lessonId, `a${at}`],
      )
      await database.query(
        `INSERT INTO question_versions (question_id, version, question, options, answer_option_id, explanation,
         created_at) VALUES ($1, 1, $2, $3, $4, $5, now())`,
        [id, question, JSON.stringify(withIds), withIds[keys[at] ?? 0]?.id, explanation],
      )
      added.push({ id, options: withIds.map((option) => option.id) })
    }
    return { courseId, lessonId, questions: added }
  })
