import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '../ports.ts'
import { type HashRequest, openHashingLimiter } from './hashing-limiter.ts'

/**
 * The cost of every hash in the database. OWASP's smallest is N = 2^17 with r = 8; this is N = 2^14 with r = 16, about
 * 60 ms and 32 MB, and at most four at the same time. Changing it needs a version in the stored text, since a hash does
 * not name its cost.
 */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 64
const saltBytes = 16

/**
 * Compared with when there is no hash, so that a missing hash costs the same time as a wrong password. Fits no
 * password.
 */
const noHash = `${'0'.repeat(saltBytes * 2)}:${'0'.repeat(keyBytes * 2)}`

/** For accounts that the program itself makes: sample data, the command line. */
const ownWork: HashRequest = { priority: 'known', key: 'the program' }

export type HashCost = typeof cost

/**
 * scrypt, at most four at the same time in the whole process. A hash is stored as `salt:key`, both in hex. Another cost
 * than the usual one is for tests, which make people by the hundred.
 */
export function createPasswordHasher(hashCost: HashCost = cost): PasswordHasher {
  const limiter = openHashingLimiter()
  return {
    hash: (password, request = ownWork) =>
      limiter.run(request, async () => {
        const salt = randomBytes(saltBytes).toString('hex')
        return `${salt}:${(await derive(password, salt, hashCost)).toString('hex')}`
      }),
    verify: ({ hash, password }, request = ownWork) =>
      limiter.run(request, async () => {
        const [salt = '', key = ''] = (hash ?? noHash).split(':')
        const given = await derive(password, salt, hashCost)
        const kept = Buffer.from(key, 'hex')
        return hash !== null && kept.length === given.length && timingSafeEqual(kept, given)
      }),
  }
}

/** Hashes the NFKC form of the password: keyboards write an umlaut as one character or as two. */
function derive(password: string, salt: string, hashCost: HashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, hashCost, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
