import { ensureUser } from '@freeor/accounts/commands'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Deps } from '../deps.ts'
import type { Call } from './call.ts'

/** Somebody who is signed in. */
export type Person = {
  readonly email: string
  readonly password: string
  readonly userId: string
  readonly companyId: string
  /** The cookies of their browser. */
  readonly cookie: string
  /** The same session as a bearer token. */
  readonly token: string
}

export type People = {
  readonly superAdmin: Person
  /** Company A. */
  readonly owner: Person
  readonly admin: Person
  readonly member: Person
  readonly viewer: Person
  /** Owner of company B. */
  readonly stranger: Person
}

export type NewPerson = {
  name: string
  superAdmin?: boolean
  /** Joins this company instead of getting one of their own. */
  memberOf?: { companyId: string; role: CompanyRole }
}

/** Makes an account and signs it in through the route that everybody uses. */
export async function addPerson(deps: Deps, call: Call, { name, ...rest }: NewPerson): Promise<Person> {
  const email = `${name}@people.example`
  const password = `correct horse ${name} battery`
  const { userId, companyId } = await ensureUser(deps.auth, {
    email,
    password,
    name: `Test ${name}`,
    ...rest,
  })
  return { email, password, userId, companyId, ...(await signIn(call, { email, password })) }
}

/** A new session. */
export async function signIn(
  call: Call,
  { email, password }: { email: string; password: string },
): Promise<{ cookie: string; token: string }> {
  const answer = await call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
  })
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.text}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { cookie, token: answer.body.token }
}

/** Two companies: A with a person of each role, B with its owner; and a super admin. */
export async function addPeople(deps: Deps, call: Call): Promise<People> {
  const superAdmin = await addPerson(deps, call, { name: 'super', superAdmin: true })
  const owner = await addPerson(deps, call, { name: 'owner' })
  const inside = (role: CompanyRole) => ({ name: role, memberOf: { companyId: owner.companyId, role } })
  return {
    superAdmin,
    owner,
    admin: await addPerson(deps, call, inside('admin')),
    member: await addPerson(deps, call, inside('member')),
    viewer: await addPerson(deps, call, inside('viewer')),
    stranger: await addPerson(deps, call, { name: 'stranger' }),
  }
}
