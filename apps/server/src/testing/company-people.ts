import { createHash } from 'node:crypto'
import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { invitations } from '@freeor/accounts/invitations/tables'
import { companyMembers, users } from '@freeor/accounts/tables'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import { and, eq, inArray, like } from 'drizzle-orm'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

let people = 0

type Inside = Pick<Person, 'companyId'>

/** A new person; `clearPeople` removes those who are not to `stay`. */
export const newAddress = ({ stays = false } = {}): string =>
  `${stays ? 'stays' : 'sample'}-${++people}@guests.example`

/** Removes the people who were added as examples, so that the plan has seats enough for the whole table. */
export async function clearPeople({ deps: { db } }: TestSystem, { companyId }: Inside): Promise<void> {
  const samples = db.select({ id: users.id }).from(users).where(like(users.email, 'sample-%'))
  await db
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), inArray(companyMembers.userId, samples)))
  const waits = and(eq(invitations.companyId, companyId), eq(invitations.status, 'pending'))
  await db.delete(invitations).where(waits)
}

/** A member of the company who has no session and whose address is not proven. Gives the id of the membership. */
export async function addMember(
  { deps: { db, clock } }: TestSystem,
  { companyId }: Inside,
  email = newAddress(),
): Promise<string> {
  const now = clock.now()
  const { userId } = await createAccount(db, { email, name: 'Sample', passwordHash: 'none', now })
  await addCompanyMember(db, { companyId, userId, role: 'member', now })
  const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
  const [member] = await db.select().from(companyMembers).where(isThem)
  return member?.id ?? ''
}

/** A pending invitation into the company, and the token in its mail. */
export async function addInvitation(
  { deps: { db, clock } }: TestSystem,
  { companyId }: Inside,
  email = newAddress(),
): Promise<{ invitationId: string; token: string }> {
  const [now, token, invitationId] = [clock.now(), newSecret(), newId('inv')]
  await db.insert(invitations).values({
    id: invitationId,
    companyId,
    email,
    role: 'member',
    status: 'pending',
    tokenHash: hashOf(token),
    expiresAt: new Date(now.getTime() + 3_600_000),
    sentAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return { invitationId, token }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The token of an invitation's link, as if its mail had been read; the one that was mailed is no longer valid. */
export async function openMail({ deps: { db } }: TestSystem, invitationId: string): Promise<string> {
  const token = newSecret()
  await db
    .update(invitations)
    .set({ tokenHash: hashOf(token) })
    .where(eq(invitations.id, invitationId))
  return token
}

/** Puts somebody back who left. */
export async function putBack(
  { deps: { db, clock } }: TestSystem,
  { userId, companyId }: Person,
  role: CompanyRole,
): Promise<void> {
  await addCompanyMember(db, { companyId, userId, role, now: clock.now() })
}
