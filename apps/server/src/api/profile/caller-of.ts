import type { Deps } from '../../deps.ts'
import { siteOrigin } from '../company/acting.ts'

type FromCall = {
  request: Request
  clientAddress: string
  deps: Pick<Deps, 'addresses'>
}

/** Where a call came from: the client's address, and the site that links in mail lead to. */
export const callerOf = ({ request, clientAddress, deps }: FromCall) => ({
  address: clientAddress,
  origin: siteOrigin(request, deps),
})
