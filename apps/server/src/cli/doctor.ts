import { systemClock } from '@freeor/kernel/clock'
import { openFiles } from '../compose.ts'
import { checkInvariants } from '../doctor.ts'
import { openProvider } from '../open-billing.ts'
import { loadSites } from '../sites/site-modules.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { reportMailSetup } from './report-mail-setup.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- doctor [--json]
       npm run -s freeor -- doctor --mail [--ip ADDRESS] [--message FILE] [--json]

Checks the invariants of this installation: credits, subscriptions, downloads, files, jobs, mail. Works while the server
runs and while it does not; then it starts the engines itself and brings the tables up to date, as the server would. It
repairs nothing. Exit code 0 when all hold.

With --mail it asks the DNS whether receivers believe our mail: SPF, DKIM, DMARC, whether they align, and the header of a
sample mail. --ip says from which address mail leaves; the one of SMTP_URL unless told. --message takes a mail that
arrived somewhere, with its whole header, in place of the sample: for mail that your mail server signs.
`

const options = {
  json: { type: 'boolean' },
  mail: { type: 'boolean' },
  ip: { type: 'string' },
  message: { type: 'string' },
} as const

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, positionals) => {
      if (positionals.length > 0) throw new UsageError('doctor takes no name.')
      if (values.mail !== true && (values.ip ?? values.message) !== undefined)
        throw new UsageError('--ip and --message belong to --mail.')
      if (values.mail === true) return await reportMailSetup(readConfig(), values)
      return await withDatabase(readConfig, async ({ database, olap }, config) => {
        const { db } = database
        const billing = await openProvider(config, { db, clock: systemClock })
        const report = await checkInvariants({
          db,
          olap,
          files: openFiles(config),
          clock: systemClock,
          billing,
          sites: await loadSites(config.sites),
        })
        if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`)
        else
          for (const { id, ok, detail } of report.invariants)
            process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${id.padEnd(4)} ${detail}\n`)
        return report.ok ? 0 : 1
      })
    }),
}
