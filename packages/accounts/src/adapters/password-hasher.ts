import { AppError } from '@freeor/kernel/errors'
import { hashPassword, verifyPassword } from 'better-auth/crypto'

/** scrypt takes about 60 ms of a core and 32 MB: more at once would starve everything else. */
const mostAtOnce = 4

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
  /** @throws AppError rate_limited when no place is free, before a request costs anything. */
  refuseWhenBusy(): void
}

/** better-auth's scrypt, at most four at once over the whole process; the fifth is refused, not queued. */
export function createPasswordHasher(): PasswordHasher {
  let running = 0
  function refuseWhenBusy(): void {
    if (running >= mostAtOnce) {
      throw new AppError('rate_limited', 'Too many people are logging in. Please try again in a moment.', {
        details: { retryAfter: 1, busy: true },
      })
    }
  }
  async function within<T>(work: () => Promise<T>): Promise<T> {
    refuseWhenBusy()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  return {
    hash: (password) => within(() => hashPassword(password)),
    verify: (input) => within(() => verifyPassword(input)),
    refuseWhenBusy,
  }
}
