import { systemClock } from '@freeor/kernel/clock'
import { openFiles } from '../compose.ts'
import { checkInvariants } from '../doctor.ts'
import { joinEngines } from '../engines.ts'
import { loadPlans, openProvider } from '../open-billing.ts'
import { type Command, withOptions } from './command.ts'

const usage = `Usage: npm run -s freeor -- doctor [--json]

Checks the invariants of this installation: credits, subscriptions, downloads, files, jobs, mail. Works while the server runs and
while it does not. Exit code 0 when all hold.
`

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options: { json: { type: 'boolean' } }, usage }, async (values) => {
      const config = readConfig()
      await loadPlans(config)
      const engines = await joinEngines(config, () => undefined)
      try {
        const report = await checkInvariants({
          db: engines.database.db,
          olap: engines.olap,
          files: openFiles(config),
          clock: systemClock,
          billing: await openProvider(config, { db: engines.database.db, clock: systemClock }),
        })
        if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`)
        else
          for (const { id, ok, detail } of report.invariants)
            process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${id.padEnd(4)} ${detail}\n`)
        return report.ok ? 0 : 1
      } finally {
        await engines.close()
      }
    }),
}
