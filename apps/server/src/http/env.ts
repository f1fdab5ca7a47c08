import type { Caller } from '@freeor/accounts/queries'
import type { Actor } from '@freeor/kernel/actor'
import type { Logger } from 'pino'

export type SiteName = 'leads' | 'courses'

/** What the listening server knows of a request that the request itself must not claim. */
export type Bindings = { clientAddress: string; site: SiteName }

export type HttpEnv = {
  Bindings: Bindings
  Variables: {
    requestId: string
    clientAddress: string
    site: SiteName
    actor: Actor
    /** The signed-in person with the company they work in. */
    caller: Caller | undefined
    log: Logger
    nonce: string
  }
}
