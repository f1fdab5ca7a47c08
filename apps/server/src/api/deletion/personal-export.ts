import { readPersonalData } from '@freeor/accounts/deletion/queries'
import type { Caller } from '@freeor/accounts/ports'
import { proveCallerScope } from '@freeor/accounts/scope'
import type { Deps } from '../../deps.ts'
import { siteRecords } from '../../sites/site-records.ts'

/** The person's data as the pieces of one JSON text: lists that may be long are read a page at a time. */
export async function* personalExport(deps: Deps, caller: Caller): AsyncGenerator<string> {
  const { db, clock } = deps
  const personal = await readPersonalData(db, caller.actor.userId)
  const head = JSON.stringify({ exportedAt: clock.now().toISOString(), ...personal })
  yield head.slice(0, -1)
  for (const { personLists } of siteRecords)
    for (const [name, pages] of Object.entries(personLists?.({ db }, caller.actor.userId) ?? {}))
      yield* list(name, pages)
  if (caller.membership) {
    const scope = proveCallerScope(caller)
    for (const { exportLists } of siteRecords)
      for (const [name, pages] of Object.entries(exportLists?.({ db, clock }, scope) ?? {}))
        yield* list(name, pages)
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
