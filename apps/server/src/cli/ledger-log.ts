import { checkLog } from '@freeor/credits/log/check-log'
import { rotateLogKey } from '@freeor/credits/log/keys/commands'
import { systemClock } from '@freeor/kernel/clock'
import { type Command, UsageError, withOptions } from './command.ts'
import { readReason, reasonWanted, withDatabase } from './with-database.ts'
import { withDeps } from './with-deps.ts'

const usage = `Usage: npm run -s freeor -- ledger-log check [--json]
       npm run -s freeor -- ledger-log rotate-key --reason TEXT [--json]

check hashes every entry of the ledger again and compares the whole log with it. The doctor does so for a short log, and
for parts of a long one. rotate-key makes a new key that quotes, receipts and heads are signed with from now on; what the
old one signed stays genuine.

  --reason TEXT   kept in the audit trail
  --json          one JSON document

Example: npm run -s freeor -- ledger-log check
`

const options = { reason: { type: 'string' }, json: { type: 'boolean' } } as const

/** `freeor ledger-log`. */
export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what = '', ...more]) => {
      if (!['check', 'rotate-key'].includes(what) || more.length > 0)
        throw new UsageError('Please say what to do: check or rotate-key.')
      const reason = readReason(values.reason)
      if (what === 'rotate-key' && reason === undefined) throw new UsageError(reasonWanted)
      return await withDatabase(
        readConfig,
        async (engines, config) =>
          await withDeps({ engines, config }, async ({ db, auth: { secret } }) => {
            if (reason === undefined || what === 'check') {
              const violations = await checkLog(db, { isWhole: true })
              const lines = violations.map(({ id, detail }) => `${id}: ${detail}\n`).join('')
              const found = violations.length === 0 ? 'The log is what the ledger says.\n' : lines
              process.stdout.write(
                values.json
                  ? `${JSON.stringify({ ok: violations.length === 0, violations }, null, 2)}\n`
                  : found,
              )
              return violations.length === 0 ? 0 : 1
            }
            const { id } = await rotateLogKey(db, { secret, now: systemClock.now(), reason })
            process.stdout.write(
              values.json
                ? `${JSON.stringify({ id }, null, 2)}\n`
                : `New heads and receipts are signed with ${id}\n`,
            )
            return 0
          }),
      )
    }),
}
