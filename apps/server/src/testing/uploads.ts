import { expect, vi } from 'vitest'
import type { CompaniesFixture } from './companies-fixture.ts'
import { firmsCsv } from './firms.ts'

export const tus = { 'tus-resumable': '1.0.0' }

/** An upload of ten bytes of which none has arrived. Gives its id. */
export async function beginUpload(fixture: CompaniesFixture): Promise<string> {
  const as = fixture.people.superAdmin
  const headers = { ...tus, 'upload-length': '10' }
  const answer = await fixture.call('POST', '/api/imports/uploads', { as, headers })
  expect(answer.status, answer.text).toBe(201)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** Uploads a lead file as the admin page does (tus, creation with upload). Gives its id. */
export async function createUpload(
  fixture: CompaniesFixture,
  content: string | Uint8Array<ArrayBuffer> = firmsCsv(20),
): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const answer = await fixture.call('POST', '/api/imports/uploads', {
    as: fixture.people.superAdmin,
    rawBody: bytes,
    headers: {
      ...tus,
      'upload-length': String(bytes.byteLength),
      'upload-metadata': `filename ${Buffer.from('firms.csv').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** A finished import of a file with one row that is refused. */
export async function finishedImport(fixture: CompaniesFixture, dictId: string): Promise<string> {
  const uploadId = await createUpload(fixture, `${firmsCsv(20)}${'too many,'.repeat(40)}\n`)
  const as = fixture.people.superAdmin
  const begun = await fixture.call('POST', '/api/imports', { as, body: { uploadId, dictId } })
  expect(begun.status, begun.text).toBe(202)
  const path = `/api/imports/${begun.body.id}` as const
  const finished = async () => {
    expect((await fixture.call('GET', path, { as })).body.state).toBe('done')
  }
  await vi.waitFor(finished, { timeout: 60_000, interval: 50 })
  return begun.body.id
}
