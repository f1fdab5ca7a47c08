import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, UsedPasskeyResponse } from '../schema.ts'

const encoded = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** CBOR as far as WebAuthn needs it here: a map whose entries are encoded already. */
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 | entries.length]), ...entries.flat()])
const integer = (n: number): Buffer => Buffer.from(n >= 0 ? [n] : [0x20 | (-n - 1)])
const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
const byteString = (value: Buffer): Buffer =>
  Buffer.concat([
    value.length < 256
      ? Buffer.from([0x58, value.length])
      : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ])

export type Options = { readonly challenge: string }

/** What a test can make the authenticator do wrong. */
export type Lies = {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  /** No PIN, finger or face. */
  readonly isUnverified?: boolean
  readonly userHandle?: string
}

/** An authenticator in software: one passkey for one site, as WebAuthn level 3 specifies it. */
export class TestAuthenticator {
  readonly credentialId = randomBytes(32)
  readonly #key: KeyObject
  readonly #point: Buffer
  readonly #origin: string
  readonly #rpId: string
  #userHandle = ''
  counter = 0

  constructor({ origin, rpId }: { origin: string; rpId: string }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
    this.#origin = origin
    this.#rpId = rpId
  }

  /** `navigator.credentials.create` */
  create(options: Options & { readonly user?: unknown }, lies: Lies = {}): NewPasskeyResponse {
    const { user } = options
    this.#userHandle = typeof user === 'object' && user && 'id' in user ? String(user.id) : ''
    const key = map([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), byteString(this.#point.subarray(0, 32))],
      [integer(-3), byteString(this.#point.subarray(32))],
    ])
    const length = Buffer.from([0, this.credentialId.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, key])
    const authData = Buffer.concat([this.#authData(0x40, lies), attested])
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), byteString(authData)],
    ])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, lies),
        attestationObject: encoded(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** `navigator.credentials.get` */
  use(options: Options, lies: Lies = {}): UsedPasskeyResponse {
    this.counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', options, lies)
    const authData = this.#authData(0, lies)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: encoded(authData),
        signature: encoded(sign('sha256', signed, this.#key)),
        userHandle: lies.userHandle ?? this.#userHandle,
      },
    }
  }

  #credential() {
    const id = encoded(this.credentialId)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): string {
    return encoded(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #authData(more: number, lies: Lies): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? this.counter)
    const present = 0x01
    const verified = lies.isUnverified ? 0 : 0x04
    return Buffer.concat([sha256(lies.rpId ?? this.#rpId), Buffer.from([present | verified | more]), counter])
  }
}
