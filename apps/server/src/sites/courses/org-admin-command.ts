import { getUserSummary } from '@freeor/accounts/admin/queries'
import { accessNotice, eventsChannel } from '@freeor/accounts/live/collect-notices'
import { changeOrgAdmin } from '@freeor/courses/organizations/commands'
import { systemClock } from '@freeor/kernel/clock'
import { openNotifications } from '@freeor/postgres/notifications'
import { type Command, UsageError, withOptions } from '../../cli/command.ts'
import { readReason, withDatabase } from '../../cli/with-database.ts'

const usage = `Usage: npm run -s freeor -- user org-admin PERSON --add NAME | --remove NAME [options]

Makes a person an admin of a configured organization, or takes that away. An admin of an organization sees the
progress of its members: percent, scores, dates, minutes watched and certificates, never a chosen answer.

PERSON is an email address or an id.

  --add NAME       an organization of ORGANIZATIONS; may be given several times
  --remove NAME    takes it away, also one that is no longer configured; may be given several times
  --reason TEXT    kept in the audit trail
  --json           one JSON document

Example: npm run -s freeor -- user org-admin jane@example.com --add "Sample Fellowship"
`

const options = {
  add: { type: 'string', multiple: true },
  remove: { type: 'string', multiple: true },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const

const listed = (given: unknown): string[] =>
  Array.isArray(given) ? given.map((name) => String(name).trim()) : []

/** `freeor user org-admin`. */
export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [person = '', ...more]) => {
      const [added, removed] = [listed(values.add), listed(values.remove)]
      if (person === '' || more.length > 0) throw new UsageError('Please name one person.')
      if (added.length + removed.length === 0)
        throw new UsageError('Please say which organization with --add NAME or --remove NAME.')
      return await withDatabase(readConfig, async ({ database: { db }, databaseUrl }, config) => {
        const { id: userId, email } = await getUserSummary(db, person)
        const orgAdmin = await changeOrgAdmin(db, {
          ...{ superAdminUserId: undefined, userId, reason: readReason(values.reason) },
          ...{ now: systemClock.now(), configured: config.organizations },
          change: (before) => [...before.filter((name) => !removed.includes(name)), ...added],
        })
        // The streams of a running server are checked at once.
        await openNotifications({ url: databaseUrl, db, channel: eventsChannel }).notify(accessNotice)
        process.stdout.write(
          values.json
            ? `${JSON.stringify({ email, orgAdmin }, null, 2)}\n`
            : `${email} is an admin of ${orgAdmin.length === 0 ? 'no organization' : orgAdmin.join(', ')}\n`,
        )
        return 0
      })
    }),
}
