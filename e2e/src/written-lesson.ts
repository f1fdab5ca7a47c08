import { randomBytes } from 'node:crypto'
import { withDatabase } from './database.ts'
import { courses } from './journey.ts'
import { type Person, sampleLogin } from './people.ts'

const newId = (prefix: string) => `${prefix}_${randomBytes(13).toString('hex')}`

type Lesson = { title: string; transcript: string; videoType: string; videoUrl: string; published: boolean }

/** A lesson in a course of its own, in the account of this author. Gives the address of its page. */
const addLesson = async ({ email }: Person, lesson: Lesson): Promise<string> =>
  await withDatabase(async (database) => {
    const [courseId, lessonId] = [newId('crs'), newId('les')]
    const ofAuthor = `SELECT companies.id FROM companies JOIN users ON users.id = companies.owner_user_id
      WHERE users.email = $2`
    await database.query(
      `INSERT INTO courses (id, company_id, name, created_at, updated_at)
       SELECT $1, (${ofAuthor}), 'A course that is written', now(), now()`,
      [courseId, email],
    )
    const { title, transcript, videoType, videoUrl, published } = lesson
    await database.query(
      `INSERT INTO lessons (id, company_id, title, transcript, video_type, video_url, published, published_at,
         created_at, updated_at)
       SELECT $1, (${ofAuthor}), $3, $4, $5, $6, $7, CASE WHEN $7 THEN now() END, now(), now()`,
      [lessonId, email, title, transcript, videoType, videoUrl, published],
    )
    await database.query(
      `INSERT INTO course_lessons (course_id, lesson_id, slug, position) VALUES ($1, $2, '1', 'a0')`,
      [courseId, lessonId],
    )
    return courses(`/course/${courseId}/lesson/1`)
  })

export const addDraftLesson = async (author: Person, transcript: string): Promise<string> =>
  await addLesson(author, {
    ...{ title: 'Lesson 1', transcript, videoType: 'youtube', videoUrl: '', published: false },
  })

/** Somebody saves captions of the lesson at this address. */
export async function addCaptions(lesson: string, language: string, label: string): Promise<void> {
  const [, courseId = ''] = /course\/([^/]+)/.exec(lesson) ?? []
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nBy somebody else\n'
  await withDatabase(async (database) => {
    await database.query(
      `INSERT INTO lesson_captions (id, lesson_id, kind, language, label, vtt)
       SELECT $2, lesson_id, 'captions', $3, $4, $5 FROM course_lessons WHERE course_id = $1`,
      [courseId, newId('cap'), language, label, vtt],
    )
  })
}

/** A published lesson of a super admin, whose video a host serves. */
export const addHostedLesson = async (videoType: string, videoUrl: string): Promise<string> =>
  await addLesson(sampleLogin('super_admin'), {
    ...{
      title: `A video at ${videoType}`,
      transcript: 'What is said.',
      videoType,
      videoUrl,
      published: true,
    },
  })
