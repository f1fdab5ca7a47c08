import { expect, vi } from 'vitest'
import { firmsCsv } from './firms.ts'
import type { World } from './world.ts'

export const tus = { 'tus-resumable': '1.0.0' }

/** An upload of ten bytes of which none has arrived. Gives its id. */
export async function beginUpload(world: World): Promise<string> {
  const as = world.people.superAdmin
  const headers = { ...tus, 'upload-length': '10' }
  const answer = await world.call('POST', '/api/imports/uploads', { as, headers })
  expect(answer.status, answer.text).toBe(201)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** Uploads a lead file as the admin page does (tus, creation with upload). Gives its id. */
export async function createUpload(
  world: World,
  content: string | Uint8Array<ArrayBuffer> = firmsCsv(20),
): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const answer = await world.call('POST', '/api/imports/uploads', {
    as: world.people.superAdmin,
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
export async function finishedImport(world: World, dictId: string): Promise<string> {
  const uploadId = await createUpload(world, `${firmsCsv(20)}${'too many,'.repeat(40)}\n`)
  const as = world.people.superAdmin
  const begun = await world.call<{ id: string }>('POST', '/api/imports', { as, body: { uploadId, dictId } })
  expect(begun.status, begun.text).toBe(202)
  const path = `/api/imports/${begun.body.id}`
  const finished = async () => {
    expect((await world.call<{ state: string }>('GET', path, { as })).body.state).toBe('done')
  }
  await vi.waitFor(finished, { timeout: 20_000, interval: 50 })
  return begun.body.id
}
