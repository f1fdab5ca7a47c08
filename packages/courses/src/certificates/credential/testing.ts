import { generateKeyPairSync } from 'node:crypto'
import type { JWK } from 'jose'
import type { SigningKey, SigningKeys } from '../keys/commands.ts'

function newKey(id: string, algorithm: SigningKey['algorithm']): SigningKey {
  const { publicKey, privateKey } =
    algorithm === 'Ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ...{ id, algorithm },
    publicJwk: publicKey.export({ format: 'jwk' }) as JWK,
    privateJwk: privateKey.export({ format: 'jwk' }) as JWK,
  }
}

/** Both keys of an issuer that is not in a database; their ids begin with `name`. */
export const newSigningKeys = (name: string): SigningKeys => ({
  Ed25519: newKey(`${name}_ed`, 'Ed25519'),
  RS256: newKey(`${name}_rs`, 'RS256'),
})
