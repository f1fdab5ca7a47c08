import { readPersonalData } from '@freeor/accounts/deletion/queries'
import type { Caller } from '@freeor/accounts/ports'
import { proveCallerScope } from '@freeor/accounts/scope'
import { listLedger } from '@freeor/billing/queries'
import type { CompanyScope } from '@freeor/kernel/scope'
import { listDownloads } from '@freeor/leads/downloads/queries'
import { listSavedSearches } from '@freeor/leads/saved-searches/queries'
import type { Deps } from '../../deps.ts'

const pageSize = 200

/** The person's data as the pieces of one JSON text: lists that may be long are read a page at a time. */
export async function* personalExport(deps: Deps, caller: Caller): AsyncGenerator<string> {
  const { db, clock } = deps
  const personal = await readPersonalData(db, caller.actor.userId)
  const head = JSON.stringify({ exportedAt: clock.now().toISOString(), ...personal })
  yield head.slice(0, -1)
  if (caller.membership) {
    const scope = proveCallerScope(caller)
    yield `,"savedSearches":${JSON.stringify(await listSavedSearches(db, scope))}`
    yield* list('downloads', pagesOfDownloads(deps, scope))
    yield* list('ledger', pagesOfLedger(db, scope))
  }
  yield '}'
}

async function* list(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,"${name}":[`
  let comma = ''
  for await (const page of pages) {
    if (page.length === 0) continue
    yield comma + page.map((entry) => JSON.stringify(entry)).join(',')
    comma = ','
  }
  yield ']'
}

/** What the company has is its owner's; anybody else is given what they did themselves. */
const isTheirs = ({ role, userId }: CompanyScope, of: string | null) => role === 'owner' || of === userId

async function* pagesOfDownloads(deps: Pick<Deps, 'db' | 'clock'>, scope: CompanyScope) {
  let before: Date | undefined
  for (;;) {
    const page = await listDownloads(deps, scope, { limit: pageSize, ...(before && { before }) })
    yield page.filter(({ uid }) => isTheirs(scope, uid))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    before = new Date(last.timestamp)
  }
}

async function* pagesOfLedger(db: Deps['db'], scope: CompanyScope) {
  let before: number | undefined
  for (;;) {
    const page = await listLedger(db, scope, { limit: pageSize, ...(before && { before }) })
    yield page.filter(({ userId }) => isTheirs(scope, userId))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    before = last.sequence
  }
}
