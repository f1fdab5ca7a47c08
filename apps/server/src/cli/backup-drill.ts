import { runDrill } from '../backup/run-drill.ts'
import { openStoredBackups } from '../backup/stored-backups.ts'
import { openBackupStore } from '../compose.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { progressLine } from './progress.ts'

const usage = `Usage: npm run -s freeor -- backup-drill [--json]

Fetches the newest backup from BACKUP_URL, restores it into an empty temporary folder with engines of its own, and runs
the doctor on it. Nothing of this installation is touched, and the server may run. It needs room for the backup and for
what is in it. Exit code 0 when the backup could be restored and all invariants hold.

  --json   print only the outcome, as one JSON object
`

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options: { json: { type: 'boolean' } }, usage }, async (values) => {
      const config = readConfig()
      if (!config.backups) throw new UsageError('Please set BACKUP_URL: the newest backup there is tried.')
      const stored = openStoredBackups(openBackupStore(config.backups))
      const [newest] = await stored.list()
      if (!newest) throw new UsageError('There is no backup at BACKUP_URL yet.')
      const progress = progressLine()
      const outcome = await runDrill({ config, stored, onProgress: progress.show }, newest).finally(
        progress.end,
      )
      const { backup, ok, problems } = outcome
      if (values.json) process.stdout.write(`${JSON.stringify(outcome)}\n`)
      else if (ok) process.stdout.write(`${backup} was restored, and the doctor finds nothing.\n`)
      else process.stdout.write(`${backup} is not good:\n${problems.map((one) => `  ${one}\n`).join('')}`)
      return ok ? 0 : 1
    }),
}
