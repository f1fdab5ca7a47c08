/** For an address that holds no letters before its @. */
const nobodysName = 'Freeor customer'

/**
 * What somebody is called who gave no name: the words of their address before the @, as a name is written. Without
 * digits and what follows a +, so that it is no part of an address that could be put together again, and without dots,
 * so that no mail program makes a link of it. Never empty.
 */
export function nameFromAddress(email: string): string {
  const [local = ''] = email.split('@')
  const [mailbox = ''] = local.split('+')
  const words = mailbox.split(/[^\p{L}']+/u).filter((word) => /\p{L}/u.test(word))
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return name || nobodysName
}
