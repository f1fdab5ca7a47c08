import { systemClock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { findDataset } from '@freeor/leads/dictionaries/queries'
import { localFile } from '@freeor/leads/import/adapters/local-file'
import { proposeDictionary } from '@freeor/leads/import/columns/propose-dictionary'
import { goneColumns, isReplacement, replacementText } from '@freeor/leads/import/columns/replaced-columns'
import { importLeads } from '@freeor/leads/import/commands'
import type { ImportSource } from '@freeor/leads/import/ports'
import type { ImportProgress, ImportReport } from '@freeor/leads/import/schema'
import { sweepImports } from '@freeor/leads/import/version/sweep-tables'
import type { Column } from '@freeor/leads/schema'
import { filePath, openFiles } from '../compose.ts'
import type { Config } from '../config.ts'
import { type Engines, requireOlap } from '../engines.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { confirm } from './confirm.ts'
import { describeProposal, describeReport } from './import-texts.ts'
import { withEngines } from './with-engines.ts'

const usage = `Usage: npm run -s freeor -- import FILE --dictionary ID [--name NAME] [--replace] [--yes] [--json]

Imports a delimited text file (CSV, TSV, gzip too) as the next version of a dictionary, while the server runs or not.
Shows the proposed dictionary and asks before anything is stored.

  --dictionary ID   a-z, 0-9, _ and -; a new one is made
  --name NAME       what people see; the dictionary's present name, or its id
  --replace         the file may lack most of the dictionary's columns
  --yes             do not ask
  --json            print only the outcome, as one JSON object (implies --yes)

Example: npm run -s freeor -- import breweries.csv --dictionary breweries
`

const options = {
  dictionary: { type: 'string' },
  name: { type: 'string' },
  replace: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, positionals) => {
      const [path] = positionals
      const { dictionary: dictId, name, json, yes, replace } = values
      if (path === undefined || positionals.length > 1) throw new UsageError('Please name one file.')
      if (typeof dictId !== 'string') throw new UsageError('Please name the dictionary with --dictionary ID.')
      const config = readConfig()
      const order = {
        config,
        source: await localFile(path),
        dictId,
        name: typeof name === 'string' ? name : undefined,
        isReplacement: replace === true,
        isQuiet: json === true,
        isSure: json === true || yes === true,
      }
      return await withEngines(config, async (engines) => await importFile(engines, order), {
        mayBeNew: true,
      })
    }),
}

type Order = {
  config: Config
  source: ImportSource
  dictId: string
  name: string | undefined
  isReplacement: boolean
  isQuiet: boolean
  isSure: boolean
}

async function importFile(engines: Engines, order: Order): Promise<number> {
  const { config, source, dictId, name, isQuiet, isSure } = order
  const stopping = new AbortController()
  const stop = () => stopping.abort(new AppError('conflict', 'Cancelled; nothing was changed.'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const { db } = engines.database
    const deps = {
      db,
      olap: requireOlap(engines),
      store: openFiles(config),
      clock: systemClock,
      log: () => undefined,
    }
    if (!engines.isAttached) await sweepImports(deps, { isAlone: config.postgres.kind === 'embedded' })
    const existing = (await findDataset(db, dictId))?.dictionary.columns ?? []
    const proposal = await proposeDictionary(source, existing)
    if (!isQuiet) process.stdout.write(describeProposal(proposal, existing))
    if (!order.isReplacement) refuseReplacement(order, existing, proposal.columns)
    if (!isSure && !(await confirm('Import it so?'))) return 1
    const report = await importLeads(deps, {
      source,
      dictId,
      columns: proposal.columns,
      isReplacement: order.isReplacement,
      signal: stopping.signal,
      ...(name === undefined ? {} : { name }),
      ...(isQuiet ? {} : { onProgress: showProgress }),
    })
    const shown = { ...report, rejectsFile: rejectsPath(config, report) }
    process.stdout.write(isQuiet ? `${JSON.stringify(outcome(shown))}\n` : describeReport(shown))
    return 0
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

/** As the import itself does, but before anybody is asked, and with the option that means it. */
function refuseReplacement(
  { source, dictId }: Order,
  before: readonly Column[],
  columns: readonly Column[],
): void {
  if (!isReplacement(before, columns)) return
  const gone = goneColumns(before, columns)
  const text = replacementText({ name: source.name, dictId, gone, of: before.length })
  throw new AppError('invalid_request', `${text} If it is meant, run it again with --replace.`)
}

/** Where the rejects can be read: a path for files in a folder, else the key in the bucket. */
function rejectsPath(config: Config, { rejectsFile }: ImportReport): string | null {
  return rejectsFile !== null && config.files.kind === 'folder' ? filePath(config, rejectsFile) : rejectsFile
}

const outcome = ({
  dictId,
  version,
  rowsIn,
  rowsStored,
  rowsRejected,
  rejectsFile,
  columns,
  seconds,
}: ImportReport) => ({
  dictId,
  version,
  rowsIn,
  rowsStored,
  rowsRejected,
  rejectsFile,
  columns,
  seconds,
})

function showProgress({
  rows,
  rowsPerSecond,
  bytesDone,
  bytesTotal,
  secondsLeft,
  phase,
}: ImportProgress): void {
  if (!process.stderr.isTTY) return
  const percent = bytesTotal > 0 ? Math.floor((bytesDone / bytesTotal) * 100) : 100
  const left = secondsLeft === null ? '' : `, ${secondsLeft} s left`
  const text =
    phase === 'reading'
      ? `${percent}%  ${rows.toLocaleString('en-US')} rows, ${rowsPerSecond.toLocaleString('en-US')} a second${left}`
      : 'finishing'
  process.stderr.write(`\r\u001b[K${text}${phase === 'done' ? '\r\u001b[K' : ''}`)
}
