import { eq } from 'drizzle-orm'
import type { Acting } from '../companies/commands.ts'
import {
  addActor,
  atWork,
  CompanyFixture,
  openCompanyFixture,
  readInvitation,
  testCaller,
} from '../companies/testing.ts'
import { auditLog, users } from '../tables.ts'
import { acceptInvitation, signUpInvited } from './acceptance/commands.ts'
import { invitePerson } from './commands.ts'

export const password = 'correct horse battery'

/** A user who joined by an invitation and has no company of their own. */
export async function joinByInvitation(fixture: CompanyFixture, name = 'newcomer'): Promise<Acting> {
  await invitePerson(fixture.system.auth, fixture.owner, { email: fixture.email(name), role: 'member' })
  const auth = {
    ...fixture.system.auth,
    hasher: { ...fixture.system.auth.hasher, hash: async () => 'no hash' },
  }
  await signUpInvited(
    auth,
    { token: readInvitation(fixture.system, fixture.email(name)), password },
    testCaller,
  )
  const [person] = await fixture.database.db
    .select()
    .from(users)
    .where(eq(users.email, fixture.email(name)))
  if (!person) throw new Error('Nobody joined')
  const { actor } = fixture.owner
  return await atWork(fixture.system, { ...actor, userId: person.id, email: person.email, name: person.name })
}

let addresses = 0

/** A company that invites, with the steps that its tests repeat. */
export class InvitationFixture extends CompanyFixture {
  /** An address of this test that is not in the company. */
  guest(name = 'guest'): string {
    return `${name}${this.number}@guests.example`
  }

  /** Each call comes from a client address of its own, so that no test reaches a limit by chance. */
  from(): { address: string } {
    addresses += 1
    return { address: `198.51.${addresses >> 8}.${addresses & 255}` }
  }

  async invite(email: string, acting = this.owner, role: 'admin' | 'member' | 'viewer' = 'member') {
    return await invitePerson(this.system.auth, acting, { email, role })
  }

  /** A user with that address and an account accepts. */
  async accept(email: string, token = readInvitation(this.system, email)) {
    const actor = await addActor(this.system, email)
    return await acceptInvitation(this.system.auth, { actor, token, caller: this.from() })
  }

  async signUp(token: string, name?: string) {
    const input = { token, password, ...(name ? { name } : {}) }
    return await signUpInvited(this.system.auth, input, this.from())
  }

  /** The audit trail of the company, oldest first. */
  async audits(companyId: string): Promise<string[]> {
    const isIts = eq(auditLog.companyId, companyId)
    const rows = await this.database.db.select().from(auditLog).where(isIts)
    return rows.map(({ action }) => action)
  }
}

/** As `openCompanyFixture`. */
export function openInvitationFixture(): () => InvitationFixture {
  const currentFixture = openCompanyFixture()
  return () => new InvitationFixture(currentFixture())
}
