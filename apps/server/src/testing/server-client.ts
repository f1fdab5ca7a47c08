import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SampleLogin } from '@freeor/accounts/commands'
import { type Call, type CallOptions, readAnswer } from './call.ts'

export type ServerClient = {
  call: Call<Pick<CallOptions, 'body' | 'headers'>>
}

/** A program with a bearer token that talks to a server over the network. */
export function clientOf(url: string, token?: string): ServerClient {
  return {
    async call(method, path, { body, headers = {} } = {}) {
      const sent = new Headers(headers)
      if (token !== undefined) sent.set('authorization', `Bearer ${token}`)
      if (body !== undefined) sent.set('content-type', 'application/json')
      return await readAnswer(
        await fetch(new URL(path, url), {
          method,
          headers: sent,
          body: body === undefined ? null : JSON.stringify(body),
        }),
      )
    },
  }
}

/** Signs one of the sample logins in. */
export async function signInSample(
  { url, dataDir }: { url: string; dataDir: string },
  role: SampleLogin['role'],
): Promise<string> {
  const logins = JSON.parse(await readFile(join(dataDir, 'sample-logins.json'), 'utf8')) as SampleLogin[]
  const login = logins.find((one) => one.role === role)
  const body = { email: login?.email, password: login?.password }
  const answer = await clientOf(url).call('POST', '/api/auth/sign-in/email', { body })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.token
}

/** Uploads a lead file as the admin page does. Gives its id. */
export async function uploadTo(
  { url, token }: { url: string; token: string },
  content: string,
): Promise<string> {
  const bytes = new TextEncoder().encode(content)
  const response = await fetch(new URL('/api/imports/uploads', url), {
    method: 'POST',
    body: bytes,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.byteLength),
      'upload-metadata': `filename ${Buffer.from('firms.csv').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
  })
  if (response.status !== 201) throw new Error(await response.text())
  return response.headers.get('location')?.split('/').at(-1) ?? ''
}
