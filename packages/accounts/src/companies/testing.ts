import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import { addCompanyMember, createAccount, ensureOwnCompany } from '../commands.ts'
import { proveCompanyScope } from '../scope.ts'
import type { AccountsHouse } from '../testing.ts'
import type { Acting } from './commands.ts'

export const testCaller = { address: '192.0.2.1', origin: 'http://localhost:3000' }

/** A signed-in person with a proven address; their password cannot be used. */
export async function addActor(house: AccountsHouse, email: string): Promise<UserActor> {
  const { auth } = house
  const name = email.split('@')[0] ?? email
  const account = { email, name, passwordHash: 'no hash', emailVerified: true, now: auth.clock.now() }
  const { userId } = await createAccount(auth.db, account)
  const sessionId = newId('ses')
  return { kind: 'user', userId, email, name, emailVerified: true, superAdmin: false, sessionId }
}

/** Somebody who owns a company, at work in it. */
export async function addOwner(house: AccountsHouse, email: string): Promise<Acting> {
  const { auth } = house
  const actor = await addActor(house, email)
  const owner = { ...actor, now: auth.clock.now() }
  await auth.db.transaction(async (tx) => ensureOwnCompany(tx, owner, auth.onCompanyCreated))
  return await atWork(house, actor)
}

type NewMember = { readonly email: string; readonly role: CompanyRole; readonly companyId: string }

/** Somebody in that company, at work in it. */
export async function addMember(
  house: AccountsHouse,
  { email, role, companyId }: NewMember,
): Promise<Acting> {
  const actor = await addActor(house, email)
  const { db, clock } = house.auth
  await addCompanyMember(db, { companyId, userId: actor.userId, role, now: clock.now() })
  return await atWork(house, actor)
}

/** The person as their next request finds them. @throws AppError forbidden when they lost access */
export async function atWork(house: AccountsHouse, actor: UserActor): Promise<Acting> {
  const scope = await proveCompanyScope(house.auth.db, actor)
  return { scope, actor, caller: testCaller }
}

/** The token in the newest invitation mailed to the address. */
export function readInvitation({ mails }: AccountsHouse, email: string): string {
  const mail = mails.findLast((one) => one.template === 'invitation' && one.to === email)
  if (mail?.template !== 'invitation') throw new Error(`No invitation to ${email}`)
  return new URL(mail.props.url).searchParams.get('token') ?? ''
}
