/** For an address that holds no letters before its @. */
const nobodysName = 'Freeor customer'

/**
 * The name of a user who gave none: the words of their address before the @, written as a name. It has no digits and
 * nothing that follows a +, so that the address cannot be put together again, and no dots, so that no mail program
 * makes a link of it. Never empty.
 */
export function nameFromAddress(email: string): string {
  const [local = ''] = email.split('@')
  const [mailbox = ''] = local.split('+')
  const words = mailbox.split(/[^\p{L}']+/u).filter((word) => /\p{L}/u.test(word))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name || nobodysName
}
