import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { type Applicant, HashingPlaces } from './hashing-places.ts'

export interface PasswordHasher {
  /** @throws AppError rate_limited with `details.busy` when too many wait already. */
  hash(password: string): Promise<string>
  /** @throws AppError rate_limited with `details.busy` when too many wait already. */
  verify(input: { hash: string; password: string }): Promise<boolean>
  /** Does `work`, whose passwords are hashed on behalf of the applicant, however deep in better-auth. */
  onBehalfOf<T>(applicant: Applicant, work: () => Promise<T>): Promise<T>
}

/** Accounts made by the house itself: sample data, the command line. */
const house: Applicant = { lane: 'known', subject: 'house' }

/** better-auth's scrypt, at most four at once over the whole process. */
export function createPasswordHasher(): PasswordHasher {
  const places = new HashingPlaces()
  const applicants = new AsyncLocalStorage<Applicant>()
  const within = <T>(work: () => Promise<T>) => places.within(applicants.getStore() ?? house, work)
  return {
    hash: (password) => within(() => hashPassword(password)),
    verify: (input) => within(() => verifyPassword(input)),
    onBehalfOf: (applicant, work) => applicants.run(applicant, work),
  }
}
