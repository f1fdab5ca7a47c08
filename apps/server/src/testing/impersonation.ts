import { auditLog } from '@freeor/accounts/tables'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { freshen } from './account-things.ts'
import { type Person, signIn } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** The person as a super admin acts as them: in a session and a browser of its own. */
export async function impersonate(system: TestSystem, superAdmin: Person, person: Person): Promise<Person> {
  const as = { ...superAdmin, ...(await signIn(system.call, superAdmin)) }
  await freshen(system, superAdmin)
  const answer = await system.call('POST', '/api/admin/impersonation', {
    as,
    body: { userId: person.userId, reason: 'asked for help' },
  })
  expect(answer.status, answer.text).toBe(201)
  return { ...person, cookie: cookiesOf(answer.headers), token: answer.body.token }
}

/** The cookies an answer sets, as a browser would send them back; those it clears are gone. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The audit rows of a write under impersonation. */
export async function auditOfRequest({ deps: { db } }: TestSystem, requestId: string) {
  return await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'impersonation.wrote'), eq(auditLog.objectId, requestId)))
}
