import { BlockList, isIP } from 'node:net'

/**
 * Blocks of IPv4 that are not of the public internet: IANA's registry of special purposes, multicast, and relays that
 * pass requests on (6to4's).
 */
const closedIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Of IPv6 only 2000::/3 is given to the public internet; these blocks of it are not of it, or lead back into IPv4. */
const closedIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const

function blocksOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [net = '', prefix] = block.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}

const closed4 = blocksOf(closedIPv4, 'ipv4')
const closed6 = blocksOf(closedIPv6, 'ipv6')
const open6 = blocksOf(['2000::/3'], 'ipv6')

/**
 * Whether an address, as the resolver gives it, is one of the public internet. Loopback, private, link-local and
 * documentation addresses are not, nor any that carries an IPv4 address: mapped, NAT64, 6to4, Teredo.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  if (isIP(address) === 4) return !closed4.check(address, 'ipv4')
  if (isIP(address) === 6) return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
  return false
}

/** Names that mean something inside a network only, or nothing. */
const closedNames =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid|example)$/
const publicPorts = ['', '443', '8443']

/**
 * Why a webhook may not go to this address; undefined when it may, as far as its text says. It takes a name: an
 * address in numbers is refused however it is spelled, as the URL's parser writes all of them the same way.
 */
export function refuseUrl(text: string): string | undefined {
  if (!URL.canParse(text))
    return 'Please give a whole address, such as https://hooks.your-company.com/freeor.'
  const url = new URL(text)
  if (url.protocol !== 'https:') return 'Webhooks go to https addresses only.'
  if (url.username !== '' || url.password !== '') return 'Please leave out the name and the password.'
  if (url.hash !== '') return 'Please leave out what comes after #.'
  if (!publicPorts.includes(url.port)) return 'Webhooks go to port 443 or 8443 only.'
  const host = url.hostname
  if (host.startsWith('[') || isIP(host) !== 0) return 'Please give a name, not an address in numbers.'
  if (host.endsWith('.')) return 'Please leave out the dot at the end of the name.'
  if (!host.includes('.') || closedNames.test(host)) return 'That name is not one of the public internet.'
  return undefined
}
