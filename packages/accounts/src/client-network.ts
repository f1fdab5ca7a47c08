/**
 * Which client an address counts as: an IPv4 address, or the /64 that one IPv6 customer has. An IPv4 address written as
 * IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. Anything else is returned as it is.
 */
export function clientNetwork(address: string): string {
  const groups = ipv6Groups(address)
  if (!groups) return address.toLowerCase()
  const [high = '', low = ''] = groups.slice(6)
  if (groups.slice(0, 6).join(':') === mappedPrefix) return [...bytesOf(high), ...bytesOf(low)].join('.')
  return [...groups.slice(0, 4), '0000', '0000', '0000', '0000'].join(':')
}

const mappedPrefix = '0000:0000:0000:0000:0000:ffff'

/** The eight groups of an IPv6 address, four hex digits each; undefined for anything else. */
function ipv6Groups(address: string): string[] | undefined {
  // A URL normalizes every spelling of an address, and refuses invalid ones.
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = plain.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0'))
}

const bytesOf = (group: string): number[] =>
  [group.slice(0, 2), group.slice(2)].map((hex) => Number.parseInt(hex, 16))

/** Whether a host name, as a URL writes it, is an IP address. */
export const isBareAddress = (hostname: string): boolean =>
  hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
