import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '../ports.ts'
import { type HashRequest, openHashingLimiter } from './hashing-limiter.ts'

/**
 * The cost of every hash in the database. OWASP's smallest is N = 2^17 with r = 8; this is N = 2^14 with r = 16, about
 * 60 ms and 32 MB, and at most four at once. Changing it needs a mark in the stored text: a hash names no cost.
 */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const keyBytes = 64
const saltBytes = 16

/** Compared with where there is no hash, so that a missing one costs what a wrong password costs. Fits no password. */
const noHash = `${'0'.repeat(saltBytes * 2)}:${'0'.repeat(keyBytes * 2)}`

/** Accounts that the program itself makes: sample data, the command line. */
const ownWork: HashRequest = { priority: 'known', key: 'the program' }

/** scrypt, at most four at once over the whole process. A hash is stored as `salt:key`, both in hex. */
export function createPasswordHasher(): PasswordHasher {
  const limiter = openHashingLimiter()
  return {
    hash: (password, request = ownWork) =>
      limiter.run(request, async () => {
        const salt = randomBytes(saltBytes).toString('hex')
        return `${salt}:${(await derive(password, salt)).toString('hex')}`
      }),
    verify: ({ hash, password }, request = ownWork) =>
      limiter.run(request, async () => {
        const [salt = '', key = ''] = (hash ?? noHash).split(':')
        const given = await derive(password, salt)
        const kept = Buffer.from(key, 'hex')
        return hash !== null && kept.length === given.length && timingSafeEqual(kept, given)
      }),
  }
}

/** Of the password in one spelling (NFKC): keyboards write an umlaut as one character or as two. */
function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
