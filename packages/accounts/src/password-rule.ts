import { AppError } from '@freeor/kernel/errors'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Refuses passwords that are guessed first: the common ones and the person's own address.
 * @throws AppError invalid_request naming the field.
 */
export function requireGoodPassword(password: string, email: string): void {
  const lower = password.toLowerCase()
  const own = email.toLowerCase()
  if (isCommonPassword(password) || lower === own || lower === own.split('@')[0]) {
    const message = 'That password is too easy to guess. Please choose another.'
    throw new AppError('invalid_request', message, { details: { issues: [{ path: ['password'], message }] } })
  }
}
