import { newId } from '@freeor/kernel/ids'
import { ownLists } from '@freeor/leads/own-lists/tables'
import { expect } from 'vitest'
import { firmsDictId } from './firms.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A list of one column of emails, without its rows in the engine. */
export async function addOwnListOf({ deps }: TestSystem, as: Person): Promise<string> {
  const id = newId('lst')
  const createdAt = deps.clock.now()
  await deps.db.insert(ownLists).values({
    ...{ id, companyId: as.companyId, userId: as.userId, name: 'Our customers', state: 'ready' },
    columns: [{ header: 'Email', role: 'email', examples: [] }],
    ...{ rows: 1, rejected: 0, createdAt },
    expiresAt: new Date(createdAt.getTime() + 86_400_000),
  })
  return id
}

/** The email of a firm of `firmsCsv`. */
export const firmEmail = (row: number): string => {
  const number = String(row).padStart(4, '0')
  return `private-person-${number}@firm-${number}.example`
}

type Sent = { readonly lines: readonly string[]; readonly name?: string | undefined }

export const sendList = async ({ call }: TestSystem, as: Person, { lines, name = 'Customers' }: Sent) =>
  await call('POST', `/api/own-lists?name=${encodeURIComponent(name)}`, {
    as,
    rawBody: `${lines.join('\n')}\n`,
    headers: { 'content-type': 'application/octet-stream' },
  })

export async function bringList(system: TestSystem, as: Person, sent: Sent) {
  const answer = await sendList(system, as, sent)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** What of a list is among the firms. */
export async function matchFirms({ call }: TestSystem, as: Person, id: string) {
  const body = { dictId: firmsDictId }
  const answer = await call('POST', `/api/own-lists/${id}/match`, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
