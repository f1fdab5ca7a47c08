import { systemClock } from '@freeor/kernel/clock'
import { openFiles } from '../compose.ts'
import { checkInvariants } from '../doctor.ts'
import { openProvider } from '../open-billing.ts'
import { loadSites } from '../sites/site-modules.ts'
import { type Command, withOptions } from './command.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- doctor [--json]

Checks the invariants of this installation: credits, subscriptions, downloads, files, jobs, mail. Works while the server runs and
while it does not. Exit code 0 when all hold.
`

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options: { json: { type: 'boolean' } }, usage }, async (values) => {
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
