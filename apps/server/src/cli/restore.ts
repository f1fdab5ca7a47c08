import { resolve } from 'node:path'
import { BackupRefused, isEmpty, openBackup, restoreBackup } from '../backup/restore-backup.ts'
import { openFiles } from '../compose.ts'
import { openEngines } from '../engines.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { confirm } from './confirm.ts'
import { progressLine } from './progress.ts'

const usage = `Usage: npm run -s freeor -- restore FILE [--yes]

Puts a backup into the data folder of FREEOR_DATA (and DATABASE_URL, CLICKHOUSE_URL, S3_URL where they are set). The
server must be stopped. The whole file is checked before anything is touched. Where somebody has an account already,
everything there is replaced, and you are asked first.

  --yes   replace what is there without asking

Example: FREEOR_DATA=./restored npm run -s freeor -- restore /var/backups/freeor-monday.tar
Then:    FREEOR_DATA=./restored npm run -s freeor -- doctor
`

export const command: Command = {
  run: (args, readConfig) =>
    withOptions(
      { args, options: { yes: { type: 'boolean', short: 'y' } }, usage },
      async (values, positionals) => {
        const [given] = positionals
        if (given === undefined || positionals.length > 1) throw new UsageError('Please name one file.')
        const config = readConfig()
        const progress = progressLine()
        try {
          const backup = await openBackup(resolve(given), progress.show)
          // Not joinEngines: nothing may run while everything is replaced.
          const engines = await openEngines(config, () => undefined)
          try {
            progress.end()
            const { createdAt, tables, leadTables, files } = backup.manifest
            const question = 'There is data here already. Replace all of it?'
            if (!(await isEmpty(engines)) && values.yes !== true && !(await confirm(question))) return 1
            const deps = {
              engines,
              files: openFiles(config),
              dataDir: config.dataDir,
              onProgress: progress.show,
            }
            await restoreBackup(deps, backup)
            progress.end()
            process.stdout.write(
              `Restored the backup of ${createdAt}: ${tables.length} tables, ${leadTables.length} tables of leads, ${files.length} files\n`,
            )
            return 0
          } finally {
            await backup.archive.close()
            await engines.close()
          }
        } catch (error) {
          if (!(error instanceof BackupRefused)) throw error
          progress.end()
          process.stderr.write(`${error.message}\n`)
          return 1
        }
      },
    ),
}
