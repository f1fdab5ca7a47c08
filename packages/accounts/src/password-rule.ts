import { AppError } from '@freeor/kernel/errors'
import { isCommonPassword } from './common-passwords.ts'

/** Fewer than this are one to three keys, held down or repeated: `aaaaaaaa`, `abababab`, eight blanks. */
const fewestCharacters = 4

/** The number of different visible characters, whatever their case. */
const countCharacters = (password: string): number =>
  new Set(password.toLowerCase().replace(/[\p{White_Space}\p{Cc}\p{Cf}]/gu, '')).size

/**
 * Refuses passwords that attackers guess first: the common ones, those of very few characters, and the person's own
 * address.
 * @throws AppError invalid_request naming the field of the request
 */
export function requireGoodPassword(password: string, email: string, field = 'password'): void {
  const lower = password.toLowerCase()
  const own = email.toLowerCase()
  const isOwn = lower === own || lower === own.split('@')[0]
  if (isCommonPassword(password) || isOwn || countCharacters(password) < fewestCharacters) {
    const message = 'That password is too easy to guess. Please choose another.'
    throw new AppError('invalid_request', message, {
      details: { errors: [{ path: `body.${field}`, message }] },
    })
  }
}
