import {
  banUser,
  endUserSessions,
  setSuperAdmin,
  type UserAction,
  unbanUser,
  verifyUserByHand,
} from '@freeor/accounts/admin/commands'
import { getUserRecord, getUserSummary, listUsers } from '@freeor/accounts/admin/queries'
import { userFilter } from '@freeor/accounts/admin/schema'
import { ensureUser } from '@freeor/accounts/commands'
import { createResetLink } from '@freeor/accounts/credentials/passwords/commands'
import { emailInput } from '@freeor/accounts/schema'
import { consoleScope } from '@freeor/accounts/scope'
import { resetTwoFactor } from '@freeor/accounts/two-factor/commands'
import { systemClock } from '@freeor/kernel/clock'
import { newSecret } from '@freeor/kernel/ids'
import type { Database } from '@freeor/postgres/database'
import type { Config } from '../config.ts'
import type { Engines } from '../engines.ts'
import { deliverMailJob } from '../jobs/deliver-mail.ts'
import { siteUserCommands } from '../sites/site-commands.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { columns, readReason, reasonWanted, withDatabase } from './with-database.ts'
import { withDeps } from './with-deps.ts'

const usage = `Usage: npm run -s freeor -- user WHAT [options]

  list                              people, newest first
  show PERSON                       one person with companies, sessions and what happened last
  create EMAIL [--name NAME]        an account with a confirmed address; prints its password once
  ban PERSON --reason TEXT          closes a person out at once
  unban PERSON --reason TEXT        lets them in again
  verify PERSON --reason TEXT       takes their address as proven
  end-sessions PERSON --reason TEXT logs them out everywhere
  make-super-admin PERSON --reason TEXT
  end-super-admin PERSON --reason TEXT
  reset-link PERSON --reason TEXT   a link of one hour that sets a new password
  reset-two-factor PERSON --reason TEXT
                                    turns two-step log-in off when app and backup codes are lost;
                                    logs them out everywhere and tells them by mail
${Object.values(siteUserCommands)
  .map(({ summary }) => `  ${summary}\n`)
  .join('')}
PERSON is an email address or an id.

  --search TEXT    with list: part of the address or name
  --state STATE    with list: active, banned, unverified or super_admin
  --super-admin    with create: a super admin
  --json           one JSON document

Examples: npm run -s freeor -- user list --search jane
          npm run -s freeor -- user create jane@example.com --name "Jane Doe"
          npm run -s freeor -- user ban jane@example.com --reason "sends spam"
          npm run -s freeor -- user reset-two-factor jane@example.com --reason "showed their passport"
`

const options = {
  name: { type: 'string' },
  reason: { type: 'string' },
  search: { type: 'string' },
  state: { type: 'string' },
  'super-admin': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Values = Record<string, string | boolean | undefined>
type Run = { engines: Engines; config: Config; values: Values; person: string }

const actions: Readonly<Record<string, (db: Database, action: UserAction) => Promise<void>>> = {
  ban: banUser,
  unban: unbanUser,
  verify: verifyUserByHand,
  'end-sessions': endUserSessions,
  'make-super-admin': (db, action) => setSuperAdmin(db, { ...action, isSuperAdmin: true }),
  'end-super-admin': (db, action) => setSuperAdmin(db, { ...action, isSuperAdmin: false }),
}

const works: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  list: listPeople,
  show: showPerson,
  create: createPerson,
  'reset-link': printResetLink,
  'reset-two-factor': resetSecondFactor,
}

/** What the audit trail keeps with its reason, in addition to the actions. */
const explained: readonly string[] = ['reset-link', 'reset-two-factor']

/** What a site adds is a command of its own. */
export const command: Command = {
  async run(args, readConfig) {
    const [what = '', ...rest] = args
    const ofSite = Object.hasOwn(siteUserCommands, what) ? siteUserCommands[what] : undefined
    if (ofSite) return await (await ofSite.load()).command.run(rest, readConfig)
    return await runShared(args, readConfig)
  },
}

const runShared: Command['run'] = (args, readConfig) =>
  withOptions({ args, options, usage }, async (values, [what = '', person = '', ...more]) => {
    const isAction = Object.hasOwn(actions, what)
    if (!isAction && !Object.hasOwn(works, what)) throw new UsageError('Please say what to do.')
    if (more.length > 0 || (what === 'list') !== (person === ''))
      throw new UsageError(what === 'list' ? 'list takes no name; use --search.' : 'Please name one person.')
    const needsReason = isAction || explained.includes(what)
    if (needsReason && readReason(values.reason) === undefined) throw new UsageError(reasonWanted)
    const work = async (engines: Engines, config: Config) => {
      const run = { engines, config, values, person }
      await (isAction ? doAction(what, run) : works[what]?.(run))
      return 0
    }
    // The first person may be there before the first start of a server.
    return await withDatabase(readConfig, work, { mayBeNew: what === 'create' })
  })

const say = (text: string) => process.stdout.write(`${text}\n`)
const sayJson = (value: unknown) => say(JSON.stringify(value, null, 2))

async function doAction(what: string, run: Run): Promise<void> {
  const { action, email } = await readAction(run)
  await actions[what]?.(run.engines.database.db, action)
  say(`Done: ${what} ${email}`)
}

async function readAction({ engines, values, person }: Run): Promise<{ action: UserAction; email: string }> {
  const { id: userId, email } = await getUserSummary(engines.database.db, person)
  const reason = readReason(values.reason) ?? ''
  return { action: { superAdminUserId: undefined, userId, reason, now: systemClock.now() }, email }
}

async function resetSecondFactor(run: Run): Promise<void> {
  const { action, email } = await readAction(run)
  await withDeps(run, async ({ auth, jobs }) => {
    // No server may have run here yet, and the mail waits in its queue.
    await jobs.createQueue(deliverMailJob)
    await resetTwoFactor(auth, action)
  })
  say(`Done: reset-two-factor ${email}`)
}

async function listPeople({ engines, values }: Run): Promise<void> {
  const given = {
    limit: 200,
    ...(values.search && { q: values.search }),
    ...(values.state && { state: values.state }),
  }
  const filter = userFilter.safeParse(given)
  if (!filter.success) throw new UsageError('--state is one of active, banned, unverified, super_admin.')
  const people = await listUsers(engines.database.db, consoleScope(), filter.data)
  if (values.json) return void sayJson(people)
  const marks = (one: (typeof people)[number]) =>
    [one.superAdmin && 'super admin', one.banned && 'banned', !one.emailVerified && 'unverified']
      .filter(Boolean)
      .join(', ')
  say(
    columns(
      people.map((one) => [one.email, one.name, one.createdAt.slice(0, 10), marks(one), one.id]),
    ).trimEnd(),
  )
}

async function showPerson({ engines, values, person }: Run): Promise<void> {
  const { db } = engines.database
  const { id: userId } = await getUserSummary(db, person)
  const record = await getUserRecord(db, consoleScope(), { userId, now: systemClock.now() })
  if (values.json) return void sayJson(record)
  const { user, companies, sessions, audit } = record
  say(`${user.email}  ${user.name}  ${user.id}`)
  say(
    `  ${user.superAdmin ? 'super admin, ' : ''}${user.emailVerified ? 'confirmed' : 'not confirmed'}${user.banned ? `, closed out: ${user.banReason}` : ''}`,
  )
  for (const { name, role, id } of companies) say(`  ${role} of ${name}  ${id}`)
  for (const { createdAt, ipAddress } of sessions)
    say(`  session since ${createdAt} from ${ipAddress ?? 'unknown'}`)
  for (const { at, action, actorEmail } of audit) say(`  ${at} ${action} by ${actorEmail ?? 'the system'}`)
}

async function createPerson(run: Run): Promise<void> {
  const { values, person } = run
  const email = emailInput.safeParse(person)
  if (!email.success) throw new UsageError(`${person} is no email address.`)
  const password = newSecret(15)
  const name = typeof values.name === 'string' ? values.name : ''
  const superAdmin = values['super-admin'] === true
  const made = await withDeps(run, (deps) =>
    ensureUser(deps.auth, { email: email.data, password, name, superAdmin }),
  )
  if (!made.created) return void say(`${email.data} has an account already; nothing was changed.`)
  if (values.json) return void sayJson({ ...made, email: email.data, password })
  say(`${email.data}  ${password}`)
}

async function printResetLink(run: Run): Promise<void> {
  const { email } = await getUserSummary(run.engines.database.db, run.person)
  const reason = readReason(run.values.reason) ?? ''
  const { url, expiresAt } = await withDeps(run, ({ auth }) =>
    createResetLink(auth, { email, origin: auth.origins[0], reason }),
  )
  if (run.values.json) return void sayJson({ url, expiresAt })
  say(`${url}\nuntil ${expiresAt.toISOString()}`)
}
