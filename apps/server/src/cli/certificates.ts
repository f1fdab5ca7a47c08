import { rotateSigningKeys } from '@freeor/courses/certificates/keys/commands'
import { systemClock } from '@freeor/kernel/clock'
import { type Command, UsageError, withOptions } from './command.ts'
import { readReason, reasonWanted, withDatabase } from './with-database.ts'
import { withDeps } from './with-deps.ts'

const usage = `Usage: npm run -s freeor -- certificates rotate-key --reason TEXT

Makes new keys that certificates are signed with from now on. What the old ones signed stays valid: their public halves
are still published, and the status list goes on telling what was revoked.

  --reason TEXT   kept in the audit trail
  --json          one JSON document

Example: npm run -s freeor -- certificates rotate-key --reason "once a year"
`

const options = { reason: { type: 'string' }, json: { type: 'boolean' } } as const

/** `freeor certificates`. */
export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what = '', ...more]) => {
      if (what !== 'rotate-key' || more.length > 0) throw new UsageError('Please say what to do: rotate-key.')
      const reason = readReason(values.reason)
      if (reason === undefined) throw new UsageError(reasonWanted)
      return await withDatabase(readConfig, async (engines, config) => {
        const keys = await withDeps({ engines, config }, ({ db, auth: { secret } }) =>
          rotateSigningKeys(db, { secret, now: systemClock.now(), reason }),
        )
        const ids = { Ed25519: keys.Ed25519.id, RS256: keys.RS256.id }
        process.stdout.write(
          values.json
            ? `${JSON.stringify(ids, null, 2)}\n`
            : `New certificates are signed with ${ids.Ed25519} and ${ids.RS256}\n`,
        )
        return 0
      })
    }),
}
