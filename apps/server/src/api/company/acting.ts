import type { Acting } from '@freeor/accounts/companies/commands'
import type { UserActor } from '@freeor/kernel/actor'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Deps } from '../../deps.ts'

type Origins = Pick<Deps, 'addresses'>

/** The site a request came to or from; a link in a mail leads to no other, whatever Host or Origin say. */
export function siteOrigin(request: Request, { addresses: { origins } }: Origins): string {
  const claimed = [request.headers.get('origin'), new URL(request.url).origin]
  return origins.find((origin) => claimed.includes(origin)) ?? origins[0]
}

/** What a command inside a company gets to know about its call. */
export async function actingIn(call: {
  request: Request
  clientAddress: string
  deps: Origins
  user(): UserActor
  company(): Promise<CompanyScope>
}): Promise<Acting> {
  const caller = { address: call.clientAddress, origin: siteOrigin(call.request, call.deps) }
  return { scope: await call.company(), actor: call.user(), caller }
}
