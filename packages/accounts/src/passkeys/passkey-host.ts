import { isBareAddress } from '../client-network.ts'

/**
 * The host that passkeys of a site are bound to: the common parent where one is configured, else the site's own host.
 * Undefined where browsers offer no passkeys: at a bare IP address, and at plain http except for `localhost`.
 */
export function passkeyHost(siteOrigin: string, common: string | undefined): string | undefined {
  const { protocol, hostname } = new URL(siteOrigin)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isBareAddress(hostname) || (protocol !== 'https:' && !isLocal)) return undefined
  return common ?? hostname
}

/** What is wrong with a configured common parent; undefined when nothing is. */
export function commonHostProblem(common: string, siteOrigins: readonly string[]): string | undefined {
  if (isBareAddress(common)) return 'must be a host name, not an IP address'
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(common))
    return 'must be a host name in lower case, like example.com, without scheme or port'
  if (common !== 'localhost' && !common.includes('.')) return 'must hold a dot, like example.com'
  const foreign = siteOrigins.find((origin) => {
    const { hostname } = new URL(origin)
    return hostname !== common && !hostname.endsWith(`.${common}`)
  })
  return foreign && `must be ${new URL(foreign).hostname} or a parent of it, and of the other site`
}
