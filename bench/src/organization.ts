import type pg from 'pg'
import { openEvents } from './events.ts'
import { onDatabase } from './server/customers.ts'
import { readJson, type Visitor } from './server/http.ts'
import type { ProductionServer } from './server/server.ts'
import { quantile, timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, say, table } from './table.ts'

const MEMBERS = 5000
const LESSONS = 30
const RUNS = 15
const ORGANIZATION = 'Sample Fellowship'

/** What an admin opens; the first view is to take 300 ms. */
const views = [
  ['first view, the page', '/org?course=crs_bench'],
  ['first view, the rows', '/api/org/members?course=crs_bench&limit=50'],
  ['sorted by percent', '/api/org/members?course=crs_bench&limit=50&sort=percent&direction=desc'],
  ['sorted by score', '/api/org/members?course=crs_bench&limit=50&sort=score&direction=desc'],
  ['sorted by last seen', '/api/org/members?course=crs_bench&limit=50&sort=lastSeen&direction=desc'],
  ['who finished', '/api/org/members?course=crs_bench&limit=50&state=finished'],
  ['a search', '/api/org/members?course=crs_bench&limit=50&q=member+49'],
  ['the plots', '/api/org/progress?course=crs_bench'],
] as const

/**
 * Members of an organization with graded attempts, an attempt that is open, and progress: what a year of use leaves.
 * Rows refer to each other as the foreign keys demand, which are not asked for each of a million rows.
 */
async function addMembers(client: pg.Client): Promise<void> {
  await client.query("SET statement_timeout = 0; SET session_replication_role = 'replica'")
  const statements = [
    `INSERT INTO users (id, name, email, org, email_verified)
      SELECT 'usr_bench' || n, 'Member ' || n, 'member' || n || '@bench.example', '${ORGANIZATION}', true
      FROM generate_series(1, ${MEMBERS}) n`,
    `INSERT INTO confirmed_members (user_id, organization, confirmed_at)
      SELECT 'usr_bench' || n, '${ORGANIZATION}', now() FROM generate_series(1, ${MEMBERS}) n`,
    `INSERT INTO courses (id, company_id, name, created_at, updated_at)
      SELECT 'crs_bench', company_id, 'Measured', now(), now() FROM courses LIMIT 1`,
    `INSERT INTO lessons (id, company_id, title, published, created_at, updated_at)
      SELECT 'les_bench' || n, c.company_id, 'Lesson ' || n, true, now(), now()
      FROM generate_series(1, ${LESSONS}) n, courses c WHERE c.id = 'crs_bench'`,
    `INSERT INTO course_lessons (course_id, lesson_id, slug, position)
      SELECT 'crs_bench', 'les_bench' || n, n::text, 'a' || chr(64 + n) FROM generate_series(1, ${LESSONS}) n`,
    `INSERT INTO quiz_attempts
        (id, user_id, lesson_id, name, graded_at, score, question_count, created_at, updated_at)
      SELECT 'att_bench' || u || '_' || l || '_' || k, 'usr_bench' || u, 'les_bench' || l, 'Quiz',
        now() - random() * interval '100 days', (random() * 5)::int, 5, now(), now()
      FROM generate_series(1, ${MEMBERS}) u, generate_series(1, ${LESSONS}) l, generate_series(1, 2) k
      WHERE l <= u % ${LESSONS + 1} AND (k = 1 OR (l + u) % 6 = 0)`,
    `INSERT INTO quiz_attempts (id, user_id, lesson_id, name, question_count, created_at, updated_at)
      SELECT 'att_bench_open' || u, 'usr_bench' || u, 'les_bench' || (1 + u % ${LESSONS}), 'Quiz', 5, now(), now()
      FROM generate_series(1, ${MEMBERS}) u`,
    `INSERT INTO lesson_progress (user_id, lesson_id, position_seconds, opened_at, updated_at)
      SELECT 'usr_bench' || u, 'les_bench' || l, 5, now(), now() - random() * interval '100 days'
      FROM generate_series(1, ${MEMBERS}) u, generate_series(1, ${LESSONS}) l WHERE l <= 1 + u % ${LESSONS + 1}`,
    'ANALYZE',
  ]
  for (const statement of statements) await client.query(statement)
}

/** `/org` with 5,000 members and 30 lessons. */
export async function benchOrganization(system: BenchSystem): Promise<void> {
  const server = await system.server()
  note(`Adding ${MEMBERS} members ...`)
  await onDatabase(server.dataDir, addMembers)
  const login = server.logins.find(({ role }) => role === 'org_admin')
  if (!login) throw new Error('There is no sample login of an admin of an organization')
  const admin = await server.signIn(login)
  const lines: string[][] = []
  for (const [name, path] of views) lines.push([name, ...(await timesOf(admin, path))])
  lines.push(['a click of a member, on screen', ...(await changesOnScreen(server, admin))])
  say(`\nAn organization of ${MEMBERS} members and ${LESSONS} lessons, one call after the other\n`)
  say(table(['view', 'best', 'p50', 'p95'], lines))
}

/**
 * From a member's click to the rows that the admin's screen has read anew: the notice is collected for 250 ms, then the
 * browser gets an event and reads the page in view. The aim is 500 ms.
 */
async function changesOnScreen(server: ProductionServer, admin: Visitor): Promise<string[]> {
  const [member] = await server.newPeople(1)
  if (!member) throw new Error('There is no member')
  const profile = { phone: '+15552223333', org: ORGANIZATION }
  readJson(await member.send('PATCH', '/api/account/profile', profile))
  const listed = readJson(await member.send('GET', '/api/courses/intro/lessons'))
  const { lessons } = listed as { lessons: { _docId: string }[] }
  const begun = await member.send('POST', '/api/quiz-attempts', { lessonId: lessons[0]?._docId })
  const { id, questions } = readJson(begun) as {
    id: string
    questions: { questionId: string; options: { id: string }[] }[]
  }
  const [question] = questions
  const stream = await openEvents(server, admin)
  const ms: number[] = []
  for (let number = 1; number <= RUNS; number++) {
    const body = { optionId: question?.options[number % 2]?.id, device: 'bench', number, seen: number - 1 }
    const told = stream.next('members')
    const { ms: took } = await timed(async () => {
      readJson(await member.send('PUT', `/api/quiz-attempts/${id}/answers/${question?.questionId}`, body))
      await told
      readJson(await admin.send('GET', views[1][1]))
    })
    // The first may be the event of the attempt that has just begun.
    if (number > 1) ms.push(took)
  }
  stream.close()
  return [Math.min(...ms), quantile(ms, 0.5), quantile(ms, 0.95)].map(inMs)
}

async function timesOf(admin: Visitor, path: string): Promise<string[]> {
  const ms: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { ms: took, value } = await timed(() => admin.send('GET', path))
    if (value.status !== 200) throw new Error(`${path} was answered with ${value.status}: ${value.text}`)
    ms.push(took)
  }
  return [Math.min(...ms), quantile(ms, 0.5), quantile(ms, 0.95)].map(inMs)
}
