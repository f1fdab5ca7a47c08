import { checkCredential } from '@freeor/courses/certificates/credential/check-credential'
import { statusEntryOf } from '@freeor/courses/certificates/credential/credential'
import { readFile } from '@freeor/courses/certificates/credential/read-file'
import { isRevokedIn } from '@freeor/courses/certificates/credential/status-list'
import { isSignedBy } from '@freeor/courses/certificates/credential/write-jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { freshen } from '../../testing/account-things.ts'
import { addCertificate, addFinishedCourse } from '../../testing/certificate-things.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { addPeople, addPerson, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let people: People
beforeAll(async () => {
  system = await openTestSystem({ sites: 'courses' })
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

const bytesOf = async (path: string) => {
  const response = await system.app.request(path)
  expect(response.status).toBe(200)
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
}
const read = async (serial: string) => (await system.call('GET', `/api/certificates/${serial}`)).body
const keysOf = async () => (await system.call('GET', '/api/certificates/keys')).body.keys

test('a learner asks for a certificate twice and gets one; somebody else is told what is missing', async () => {
  const { owner, stranger } = people
  const course = await addFinishedCourse(system, owner)
  const path = `/api/courses/${course.id}/certificate` as const
  const ask = async (as = owner) => await system.call('POST', path, { as })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.body.serial).toBe(second.body.serial)
  expect([first.body.isNew, second.body.isNew].toSorted()).toEqual([false, true])
  const other = await ask(stranger)
  expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(JSON.parse(other.text).missing).toEqual([{ lessonId: course.lessons[0]?.id, title: 'Lesson 1' }])
  expect((await system.call('GET', path, { as: owner })).body).toMatchObject({
    ...{ isComplete: true, serial: first.body.serial, status: 'valid' },
  })
  expect((await system.call('GET', path, { as: stranger })).body).toMatchObject({
    ...{ isComplete: false, serial: null },
  })
})

test('no certificate is issued by a super admin who acts as the learner', async () => {
  const { owner, superAdmin } = people
  const course = await addFinishedCourse(system, owner)
  const as = await impersonate(system, superAdmin, owner)
  const answer = await system.call('POST', `/api/courses/${course.id}/certificate`, { as })
  expect(answer).toMatchObject({ status: 403, body: { impersonating: true } })
})

test('every file of a certificate holds a credential that verifies with the keys of the site', async () => {
  const serial = await addCertificate(system, people.owner)
  const keys = await keysOf()
  const now = system.deps.clock.now()
  for (const file of [
    'pdf',
    'badge',
    'badge?format=svg',
    'credential',
    'credential?form=jwt',
    'credential?form=did-key',
  ]) {
    const { bytes, headers } = await bytesOf(`/api/certificates/${serial}/${file}`)
    expect(headers.get('content-disposition')).toContain(`-${serial}`)
    const presented = await readFile(bytes)
    expect(presented.credential ?? presented.jwt).toBeDefined()
    const { problems, facts } = await checkCredential(presented, { keys, now })
    expect(problems, file).toEqual([])
    expect(facts).toMatchObject({ serial, learnerName: 'Test owner' })
  }
  const [one, two] = [
    await bytesOf(`/api/certificates/${serial}/pdf`),
    await bytesOf(`/api/certificates/${serial}/pdf`),
  ]
  expect(Buffer.from(one.bytes).equals(two.bytes)).toBe(true)
})

test('the kid of the JWT is an address that answers the bare key, and the document of the issuer has the same', async () => {
  const serial = await addCertificate(system, people.owner)
  const { bytes } = await bytesOf(`/api/certificates/${serial}/credential?form=jwt`)
  const jwt = new TextDecoder().decode(bytes)
  const { kid } = JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())
  const { body: jwk } = await system.call('GET', `/api/certificates/keys/${kid.split('/').at(-1)}`)
  expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect(await isSignedBy(jwt, jwk as Record<string, string>)).toBe(true)
  const { body: issuer } = await system.call('GET', '/api/certificates/issuer')
  expect(issuer.id).toMatch(/^did:web:/)
  expect(issuer.verificationMethod).toContainEqual(expect.objectContaining({ id: kid, publicKeyJwk: jwk }))
  expect((await system.call('GET', '/api/certificates/keys/sgk_none')).status).toBe(404)
})

test('a super admin revokes: the page and the status list say so, the file itself stays signed', async () => {
  const { owner, superAdmin, stranger } = people
  const serial = await addCertificate(system, owner)
  const path = `/api/admin/certificates/${serial}/revoke`
  const body = { reason: 'Issued by mistake.' }
  expect((await system.call('POST', path, { as: stranger, body })).status).toBe(403)
  const { credential = {} } = await readFile((await bytesOf(`/api/certificates/${serial}/credential`)).bytes)
  const { url = '', index = -1 } = statusEntryOf(credential) ?? {}
  const isListed = async () => {
    const { bytes } = await bytesOf(new URL(url).pathname)
    const list = JSON.parse(new TextDecoder().decode(bytes))
    const { problems } = await checkCredential(
      { credential: list },
      { keys: await keysOf(), now: new Date() },
    )
    expect(problems).toEqual([])
    return isRevokedIn(list.credentialSubject.encodedList, index)
  }
  expect(await isListed()).toBe(false)
  expect((await system.call('POST', path, { as: superAdmin, body })).status).toBe(204)
  expect(await isListed()).toBe(true)
  expect(await read(serial)).toMatchObject({ status: 'revoked', revocationReason: 'Issued by mistake.' })
  expect((await system.call('POST', path, { as: superAdmin, body })).status).toBe(409)
})

test('a re-issue leads from the old certificate to the new one', async () => {
  const { owner, superAdmin } = people
  const serial = await addCertificate(system, owner)
  const path = `/api/admin/certificates/${serial}/reissue` as const
  const body = { reason: 'The name was misspelled.' }
  const { body: made } = await system.call('POST', path, { as: superAdmin, body })
  expect(await read(serial)).toMatchObject({ status: 'superseded', supersededBy: made.serial })
  expect(await read(made.serial)).toMatchObject({ status: 'valid' })
})

test('unknown serials are missing for everybody, whatever is asked of them', async () => {
  for (const file of ['', '/pdf', '/credential', '/badge'])
    expect((await system.call('GET', `/api/certificates/0000-0000-0000-0000${file}`)).status).toBe(404)
  expect((await system.call('GET', '/api/certificates/status/10001')).status).toBe(422)
})

test('a learner takes their certificates along; deleted, they leave them without a name unless they asked to keep it', async () => {
  const as = await addPerson(system.deps, system.call, { name: 'graduate' })
  const [kept, left] = [await addCertificate(system, as), await addCertificate(system, as)]
  const path = `/api/certificates/${kept}/name`
  const body = { keepsName: true }
  expect((await system.call('PUT', path, { as: people.stranger, body })).status).toBe(404)
  expect((await system.call('PUT', path, { as, body })).status).toBe(200)
  await freshen(system, as)
  const { text } = await system.call('GET', '/api/account/export', {
    as,
  })
  expect(
    JSON.parse(text)
      .certificates.map(({ serial }: { serial: string }) => serial)
      .toSorted(),
  ).toEqual([kept, left].toSorted())
  const gone = await system.call('DELETE', '/api/account', { as, body: { email: as.email } })
  expect(gone.status, gone.text).toBe(204)
  expect(await read(kept)).toMatchObject({ status: 'valid', learnerName: 'Test graduate' })
  expect(await read(left)).toMatchObject({ status: 'valid', learnerName: null, key: null })
  for (const file of ['pdf', 'credential', 'badge'])
    expect((await system.call('GET', `/api/certificates/${left}/${file}`)).status).toBe(410)
  const report = await checkInvariants(system.deps)
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
  expect(report.invariants.map(({ id }) => id)).toContain('I8')
})

test('pages of other sites read the keys, the issuer and the status list, without cookies, and nothing else', async () => {
  const serial = await addCertificate(system, people.owner)
  const [key] = await keysOf()
  const id = (key as { id: string } | undefined)?.id
  const headers = { origin: 'https://verifier.example' }
  const ask = async (path: string) => (await system.app.request(path, { headers })).headers
  const open = ['keys', `keys/${id}`, 'keys/none', 'issuer', 'status/0']
  for (const path of open.map((end) => `/api/certificates/${end}`)) {
    const answered = await ask(path)
    expect(answered.get('access-control-allow-origin'), path).toBe('*')
    expect(answered.get('access-control-allow-credentials'), path).toBeNull()
  }
  for (const path of ['/api/me', `/api/certificates/${serial}`])
    expect((await ask(path)).get('access-control-allow-origin'), path).toBeNull()
})
