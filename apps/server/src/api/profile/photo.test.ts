import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import { endSubscriptionsJob } from '../../jobs/end-subscriptions.ts'
import { freshen } from '../../testing/account-things.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

/** A photo is uploaded on the profile pane: any picture becomes a small square without anything of the file. */

let fixture: LearnersFixture
let ann: Person

beforeAll(async () => {
  fixture = await openLearnersFixture()
  ann = fixture.people.member
  for (const queue of [deliverMailJob, endSubscriptionsJob]) await fixture.deps.jobs.createQueue(queue)
})
afterAll(async () => await fixture.close())

const secret = 'secret place'
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a6' } }).withExif({
    IFD0: { Copyright: secret, Artist: 'Ann' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
  })

const upload = async (bytes: Uint8Array, as = ann) =>
  await fixture.call('PUT', '/api/account/photo', {
    ...{ as, body: { image: Buffer.from(bytes).toString('base64') } },
  })

const profileOf = async (as: Person) =>
  (await fixture.call('GET', '/api/account/profile', { as })).body.userProfile

const fetched = async (path: string) => {
  const response = await fixture.app.request(path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a picture as %s becomes a square without its metadata, served as a picture and nothing else',
  async (format) => {
    const sent = await picture(900, 500)[format]().toBuffer()
    if (format === 'jpeg') expect(sent.toString('latin1')).toContain(secret)
    const { status, body } = await upload(sent)
    expect(status).toBe(200)
    expect(await profileOf(ann)).toMatchObject({ photoUrl: body.photoUrl })
    const { response, bytes } = await fetched(body.photoUrl)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const drawn = await sharp(bytes).metadata()
    expect(drawn).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect([drawn.exif, drawn.icc, drawn.xmp]).toEqual([undefined, undefined, undefined])
    expect(bytes.toString('latin1')).not.toContain(secret)
  },
)

test('a photo that a camera turned is upright', async () => {
  const half = { input: { create: { width: 100, height: 200, channels: 3, background: '#f00' } as const } }
  const turned = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#00f' } })
    .composite([{ ...half, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { bytes } = await fetched((await upload(turned)).body.photoUrl)
  const { data } = await sharp(bytes).extract({ left: 128, top: 20, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true,
  })
  // What was on the left is at the top.
  expect(data[0]).toBeGreaterThan(200)
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a beginning alone', Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7')],
])('%s is refused, and the photo before stays', async (_name, bytes) => {
  const before = await profileOf(ann)
  expect((await upload(bytes)).status).toBe(422)
  expect(await profileOf(ann)).toEqual(before)
})

test('a small file of too many pixels is refused', async () => {
  const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(huge.length).toBeLessThan(1_000_000)
  expect((await upload(huge)).status).toBe(422)
})

test('a new photo, its removal and another address end the one before; nobody takes another’s', async () => {
  const one = await upload(await picture(300, 300).png().toBuffer())
  const two = await upload(await picture(200, 300).png().toBuffer())
  expect((await fetched(one.body.photoUrl)).response.status).toBe(404)
  expect((await fetched(two.body.photoUrl)).response.status).toBe(200)
  const change = async (photoUrl: string, as = ann) =>
    (await fixture.call('PATCH', '/api/account/profile', { as, body: { photoUrl } })).status
  // A profile sent back as it was read.
  expect(await change(two.body.photoUrl)).toBe(200)
  expect(await change(two.body.photoUrl, fixture.people.stranger)).toBe(422)
  expect((await fetched(two.body.photoUrl)).response.status).toBe(200)
  expect(await change('https://pictures.example/ann.png')).toBe(200)
  expect((await fetched(two.body.photoUrl)).response.status).toBe(404)
  const three = await upload(await picture(300, 300).png().toBuffer())
  expect((await fixture.call('DELETE', '/api/account/photo', { as: ann })).status).toBe(204)
  expect((await fetched(three.body.photoUrl)).response.status).toBe(404)
  expect((await profileOf(ann)).photoUrl).toBe('')
})

test('the personal export has the photo; it goes with the account', async () => {
  const { stranger } = fixture.people
  const { body } = await upload(await picture(300, 300).png().toBuffer(), stranger)
  const { bytes } = await fetched(body.photoUrl)
  await freshen(fixture, stranger)
  const exported = await fixture.call('GET', '/api/account/export', { as: stranger })
  expect(JSON.parse(exported.text).photo).toBe(bytes.toString('base64'))
  const { email } = stranger
  const gone = await fixture.call('DELETE', '/api/account', { as: stranger, body: { email } })
  expect(gone.status, gone.text).toBeLessThan(300)
  expect((await fetched(body.photoUrl)).response.status).toBe(404)
})
