import type pg from 'pg'
import { onDatabase } from './server/customers.ts'
import type { Visitor } from './server/http.ts'
import { quantile, timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, say, table } from './table.ts'

const QUESTIONS = 10_000
const ATTEMPTS = 5_000
const ASKED = 30
const RUNS = 15

type Lesson = { _docId: string }

async function post<T>(author: Visitor, path: string, body: object): Promise<T> {
  const { status, text } = await author.send('POST', path, body)
  if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

const bank = () =>
  Array.from(
    { length: QUESTIONS },
    (_, at) =>
      `::Q${at}::[html]<p>Which article of the <b>declaration</b> is meant in case ${at}?</p> {=Article ${at} ~Article ${at + 1}#No, the next one ~None of both}`,
  ).join('\n\n')

/** A file of 10,000 questions is read, accounted for and brought in: the aim is 10 seconds together. */
async function timeImport(author: Visitor, baseUrl: string, lessonId: string): Promise<string[][]> {
  const { origin } = new URL(baseUrl)
  const headers = { cookie: author.cookie, origin, 'content-type': 'application/octet-stream' }
  const address = new URL(`/api/question-imports?lessonId=${lessonId}&name=bank.gift`, baseUrl)
  const read = await timed(async () => {
    const answer = await fetch(address, { method: 'POST', headers, body: bank() })
    const account = (await answer.json()) as { importId: string; counts: { in: number; changed: number } }
    if (answer.status !== 201) throw new Error(`${answer.status}`)
    return account
  })
  const { importId, counts } = read.value
  if (counts.in + counts.changed !== QUESTIONS) throw new Error(JSON.stringify(counts))
  const path = `/api/question-imports/${importId}/questions`
  const brought = await timed(async () => await post<{ added: number }>(author, path, { lessonId }))
  if (brought.value.added !== QUESTIONS) throw new Error(`${brought.value.added} questions came in`)
  return [
    ['read and accounted for', inMs(read.ms)],
    ['brought in', inMs(brought.ms)],
    ['together', inMs(read.ms + brought.ms)],
  ]
}

/** Attempts at thirty questions; whoever knows more gets more of them right. */
async function addAttempts(client: pg.Client, lessonId: string): Promise<void> {
  await client.query("SET statement_timeout = 0; SET session_replication_role = 'replica'")
  const options = `jsonb_build_array(jsonb_build_object('id', 'opt_quiz' || n || 'a', 'text', 'Right'),
    jsonb_build_object('id', 'opt_quiz' || n || 'b', 'text', 'Wrong'), jsonb_build_object('id', 'opt_quiz' || n || 'c', 'text', 'Neither'))`
  const statements = [
    `INSERT INTO users (id, name, email, email_verified)
      SELECT 'usr_quiz' || u, 'Learner ' || u, 'learner' || u || '@bench.example', true FROM generate_series(1, ${ATTEMPTS}) u`,
    `INSERT INTO questions (id, lesson_id, position, created_at)
      SELECT 'que_quiz' || n, '${lessonId}', 'a' || lpad(n::text, 4, '0') || 'V', now() FROM generate_series(1, ${ASKED}) n`,
    `INSERT INTO question_versions (question_id, version, question, options, answer_option_id, created_at)
      SELECT 'que_quiz' || n, 1, 'Question ' || n, ${options}, 'opt_quiz' || n || 'a', now() FROM generate_series(1, ${ASKED}) n`,
    `INSERT INTO quiz_attempts (id, user_id, lesson_id, name, graded_at, score, question_count, created_at, updated_at)
      SELECT 'att_quiz' || u, 'usr_quiz' || u, '${lessonId}', 'Quiz', now(), 0, ${ASKED}, now(), now()
      FROM generate_series(1, ${ATTEMPTS}) u`,
    `INSERT INTO attempt_questions (attempt_id, question_id, version, position)
      SELECT 'att_quiz' || u, 'que_quiz' || n, 1, n FROM generate_series(1, ${ATTEMPTS}) u, generate_series(1, ${ASKED}) n`,
    `INSERT INTO attempt_answers (attempt_id, question_id, option_id, device, number, revision, answered_at)
      SELECT 'att_quiz' || u, 'que_quiz' || n,
        'opt_quiz' || n || CASE WHEN random() < u::float / ${ATTEMPTS} THEN 'a' WHEN random() < 0.5 THEN 'b' ELSE 'c' END,
        'bench', n, 1, now()
      FROM generate_series(1, ${ATTEMPTS}) u, generate_series(1, ${ASKED}) n`,
    `UPDATE quiz_attempts a SET score = s.score FROM (
      SELECT attempt_id, count(*) FILTER (WHERE option_id LIKE '%a') AS score FROM attempt_answers
      WHERE attempt_id LIKE 'att_quiz%' GROUP BY attempt_id) s WHERE a.id = s.attempt_id`,
    'ANALYZE',
  ]
  for (const statement of statements) await client.query(statement)
}

async function timeStatistics(author: Visitor, lessonId: string): Promise<string[][]> {
  const lines: string[][] = []
  for (const counted of ['first', 'highest', 'all']) {
    const ms: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const path = `/api/lessons/${lessonId}/statistics?attempts=${counted}`
      const { ms: took, value } = await timed(() => author.send('GET', path))
      if (value.status !== 200) throw new Error(`${value.status} ${value.text.slice(0, 300)}`)
      ms.push(took)
    }
    lines.push([`statistics, ${counted}`, inMs(quantile(ms, 0.5)), inMs(quantile(ms, 0.95))])
  }
  return lines
}

/** Quizzes of authors: 10,000 questions in 10 s, and statistics over 5,000 attempts at 30 questions in 1 s. */
export async function benchQuizzes(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const login = server.logins.find(({ role }) => role === 'super_admin')
  if (!login) throw new Error('No sample login is a super admin')
  const author = await server.signIn({ ...login, site: 'courses' })
  const course = await post<Lesson>(author, '/api/courses', { name: 'Measured' })
  const add = async () => (await post<Lesson>(author, `/api/courses/${course._docId}/lessons`, {}))._docId
  const [bankId, takenId] = [await add(), await add()]
  const imported = await timeImport(author, server.coursesUrl, bankId)
  say(`\nA file of ${QUESTIONS} questions, on the production server\n`)
  say(table(['what', 'took'], imported))
  await onDatabase(server.dataDir, async (client) => await addAttempts(client, takenId))
  const lines = await timeStatistics(author, takenId)
  say(`\n${ATTEMPTS} attempts at ${ASKED} questions, one call after the other\n`)
  say(table(['what', 'p50', 'p95'], lines))
}
