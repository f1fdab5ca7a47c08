import {
  checkCredential,
  type Presented,
  type TrustedKey,
} from '@freeor/courses/certificates/credential/check-credential'
import { factsOf } from '@freeor/courses/certificates/credential/credential'
import { readFile } from '@freeor/courses/certificates/credential/read-file'
import { credentialIn } from '@freeor/courses/certificates/credential/write-jwt'
import type { CertificateAnswer } from '@freeor/courses/certificates/schema'
import { type Described, describeCheck } from './describe-check.ts'

/** Undefined for what the site does not have. @throws Error when it does not answer */
async function find(path: string): Promise<Response | undefined> {
  const response = await fetch(path)
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

const serialIn = ({ credential, jwt }: Presented): string =>
  factsOf(credential ?? (jwt === undefined ? {} : (credentialIn(jwt) ?? {}))).serial

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/**
 * Checks a file in the browser: it is sent to nobody. The site is asked for its keys, and for the certificate of the
 * serial that the file names.
 */
export async function checkFile(file: Blob): Promise<Described> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const presented = await readFile(bytes)
  const serial = encodeURIComponent(serialIn(presented))
  const { keys } = ((await (await find('/api/certificates/keys'))?.json()) ?? { keys: [] }) as {
    keys: TrustedKey[]
  }
  const certificate = serial === '' ? undefined : await find(`/api/certificates/${serial}`)
  const { status } = ((await certificate?.json()) ?? {}) as Partial<CertificateAnswer>
  const reference = certificate ? await find(`/api/certificates/${serial}/credential`) : undefined
  const checked = await checkCredential(presented, {
    ...{ keys, now: new Date(), status },
    reference: await reference?.json(),
  })
  const isPdf = String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-'
  const made = isPdf && reference ? await find(`/api/certificates/${serial}/pdf`) : undefined
  return describeCheck(checked, {
    isStatusUnknown: status === undefined,
    hasOtherBytes: made !== undefined && !isSame(bytes, new Uint8Array(await made.arrayBuffer())),
  })
}
