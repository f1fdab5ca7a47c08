/**
 * The address a request came from. `x-forwarded-for` is believed only when the socket's peer is a configured
 * proxy, and then from the right: the first address that is no proxy of ours. Anything a client may write
 * further left could move it past the rate limits.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: readonly string[],
): string {
  const peer = plain(socketAddress ?? 'unknown')
  if (!trustedProxies.includes(peer) || !forwardedFor) return peer
  const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
  return hops.findLast((hop) => hop !== '' && !trustedProxies.includes(hop)) ?? peer
}

/** IPv4 in IPv6 notation is the same client. */
const plain = (address: string): string => address.replace(/^::ffff:/, '')
