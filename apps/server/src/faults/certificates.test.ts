import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certificateFaultPoints } from '@freeor/courses/certificates/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, type ServerClient, signInSample } from '../testing/server-client.ts'
import {
  coursesAlone,
  examine,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** A server process is killed while it issues a certificate; then the same learner asks again. */

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir, '', coursesAlone)
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

/** Grades every lesson of the default course, without a single answer. Gives the course's id. */
async function finishCourse(client: ServerClient): Promise<string> {
  const { body: course } = await client.call('GET', '/api/courses/intro')
  const listed = await client.call('GET', '/api/courses/intro/lessons')
  for (const { _docId: lessonId } of listed.body.lessons) {
    const begun = await client.call('POST', '/api/quiz-attempts', { body: { lessonId } })
    const body = { device: 'phone', number: 0 }
    const graded = await client.call('POST', `/api/quiz-attempts/${begun.body.id}/grade`, { body })
    expect(graded.status, graded.text).toBe(200)
  }
  return course._docId
}

const learners = { 'certificate-signed': 'member', 'certificate-committed': 'owner' } as const

test.each(certificateFaultPoints)(
  'a server killed at the point "%s" issues one certificate, with one serial',
  async (point) => {
    const token = await signInSample({ url: server.url, dataDir }, learners[point])
    const client = () => clientOf(server.url, token)
    const courseId = await finishCourse(client())
    const ask = () => client().call('POST', `/api/courses/${courseId}/certificate`)
    await writeFile(join(dataDir, 'die-at'), point)
    await ask().catch(() => undefined)
    await server.ended
    await rm(join(dataDir, 'die-at'))
    server = await startServerProcess(dataDir, '', coursesAlone)
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([200, 200])
    // What was committed before the kill is there; what was not left nothing behind.
    expect(first.body.isNew).toBe(point === 'certificate-signed')
    expect(second.body).toMatchObject({ serial: first.body.serial, isNew: false })
    const exported = await client().call('GET', `/api/certificates/${first.body.serial}`)
    expect(exported.status).toBe(200)
    expect((await examine(dataDir, coursesAlone)).invariants.filter(({ ok }) => !ok)).toEqual([])
  },
)
