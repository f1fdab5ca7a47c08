import type { Caller } from '@freeor/accounts/ports'
import type { Actor } from '@freeor/kernel/actor'
import type { Site } from '@freeor/kernel/site'
import type { Logger } from 'pino'

/** What the listening server knows of a request that the request itself must not claim. */
export type Bindings = {
  clientAddress: string
  site: Site
  /** A call that a page makes while it is rendered, after its first: the visitor made one request. */
  isCounted?: boolean
  /** For a call that a page makes: who calls is looked up once for the page, by the first of its calls. */
  callerOnce?: (find: () => Promise<Caller | undefined>) => Promise<Caller | undefined>
}

export type HttpEnv = {
  Bindings: Bindings
  Variables: {
    requestId: string
    clientAddress: string
    site: Site
    actor: Actor
    /** The signed-in person with the company they work in. */
    caller: Caller | undefined
    log: Logger
    nonce: string
    /** The operation's id, or what stands for it: what metrics and traces call the request. */
    operation: string
    /** What the handler adds to the request's line in the log. */
    told?: Readonly<Record<string, unknown>>
  }
}
