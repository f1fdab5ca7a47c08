import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock } from '@freeor/kernel/clock'
import { makeBackup } from '../backup/make-backup.ts'
import { openFiles } from '../compose.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { progressLine } from './progress.ts'
import { withEngines } from './with-engines.ts'

const usage = `Usage: npm run -s freeor -- backup FILE [--json]

Writes everything into one file, while the server runs or not: people, companies, money, leads, downloads and files.
The file is a tar archive with a manifest and checksums. It holds passwords' hashes and the secret that signs sessions:
keep it as you would keep those. Delivered mail in the mail folder and jobs in queues are not in it.

  --json   print only the outcome, as one JSON object

Example: npm run -s freeor -- backup /var/backups/freeor-monday.tar
`

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options: { json: { type: 'boolean' } }, usage }, async (values, positionals) => {
      const [given] = positionals
      if (given === undefined || positionals.length > 1) throw new UsageError('Please name one file.')
      const path = resolve(given)
      const isThere = await access(path).then(
        () => true,
        () => false,
      )
      if (isThere) throw new UsageError(`${path} is there already. Please name another file.`)
      const config = readConfig()
      const progress = progressLine()
      return await withEngines(config, async (engines) => {
        try {
          const manifest = await makeBackup(
            {
              engines: { pool: engines.database.pool, olap: engines.olap },
              files: openFiles(config),
              dataDir: config.dataDir,
              now: systemClock.now(),
              onProgress: progress.show,
            },
            path,
          )
          progress.end()
          const bytes = manifest.members.reduce((sum, member) => sum + member.bytes, 0)
          const counts = {
            tables: manifest.tables.length,
            leadTables: manifest.leadTables.length,
            files: manifest.files.length,
          }
          if (values.json) process.stdout.write(`${JSON.stringify({ path, bytes, ...counts })}\n`)
          else
            process.stdout.write(
              `${path}: ${counts.tables} tables, ${counts.leadTables} tables of leads, ${counts.files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB\n`,
            )
          return 0
        } finally {
          progress.end()
        }
      })
    }),
}
