import { promises as dns } from 'node:dns'
import { domainChecks } from '../limits.ts'
import type { FindMailServer, MailServer } from '../ports.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** There is no such record, or no such name: a name service has said so. */
const isAbsent = (error: unknown) => codeOf(error) === 'ENODATA' || codeOf(error) === 'ENOTFOUND'

/**
 * Asks the DNS whether a domain takes mail (RFC 5321, 5.1): by an MX record, or without one by an address. A null MX
 * (RFC 7505) says that it takes none. A name service that does not answer in time, or has a failure, says nothing.
 * @param servers the name services; those of the machine when none are named
 */
export function openMailServerFinder(servers?: readonly string[]): FindMailServer {
  const resolver = new dns.Resolver({ timeout: domainChecks.timeoutMs, tries: domainChecks.tries })
  if (servers) resolver.setServers(servers)
  const hasAddress = async (domain: string): Promise<MailServer> => {
    for (const ask of [() => resolver.resolve4(domain), () => resolver.resolve6(domain)])
      try {
        if ((await ask()).length > 0) return 'yes'
      } catch (error) {
        if (!isAbsent(error)) return 'unknown'
      }
    return 'no'
  }
  return async (domain) => {
    try {
      const records = await resolver.resolveMx(domain)
      return records.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'yes' : 'no'
    } catch (error) {
      if (codeOf(error) === 'EBADNAME') return 'no'
      return isAbsent(error) ? await hasAddress(domain) : 'unknown'
    }
  }
}
