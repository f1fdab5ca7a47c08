import type { Invalid } from '../ports.ts'

/** The form of the tokens that Recurly.js makes. A token becomes part of a header. */
export const tokenShape = /^[\w-]{1,22}$/

export const unreadableCard: Invalid = {
  status: 'invalid',
  code: 'bad_token',
  message: 'That card could not be read. Please type it again',
}
