import { createReadStream } from 'node:fs'
import { systemClock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { type DoNotCallDeps, importRegistry, removeRegistry } from '@freeor/leads/do-not-call/commands'
import { readDoNotCall } from '@freeor/leads/do-not-call/queries'
import { requireOlap } from '../engines.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- do-not-call WHAT [FILE ...] [options]

The National Do Not Call Registry, as its files are handed out to whoever has subscribed: telephone numbers are compared
with it in every dataset, marked in searches and files, and can be left out of both.

  import FILE ...            takes in a full list, or a list of changes; which of both is told by the file. Several files
                             are one list; - is what is piped in. The registry from before serves until all is read, and
                             stays when a line cannot be read
  status                     how many numbers, of how many area codes, and how old
  remove                     from now on no number is marked

  --obtained DATE            when the files were obtained from the registry, e.g. 2026-03-01; now without it
  --json                     one JSON document

A registry may be relied on for 31 days after it was obtained (16 CFR 310.4(b)(3)(iv)); an older one is warned of
wherever it is shown.

Examples: npm run -s freeor -- do-not-call import 2026-3-1_Global_5F1A.txt --obtained 2026-03-01
          unzip -p registry.zip | npm run -s freeor -- do-not-call import -
`

const options = { obtained: { type: 'string' }, json: { type: 'boolean' } } as const

type Values = Record<string, string | boolean | undefined>
type Run = { deps: DoNotCallDeps; values: Values; files: string[] }

const works: Readonly<Record<string, (run: Run) => Promise<number>>> = {
  import: importFiles,
  status: showStatus,
  remove,
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what = '', ...files]) => {
      const work = Object.hasOwn(works, what) ? works[what] : undefined
      if (!work) throw new UsageError('Please say import, status or remove.')
      if (what === 'import' && files.length === 0) throw new UsageError('Please name one file or more.')
      if (what !== 'import' && files.length > 0) throw new UsageError('A file is named with import only.')
      readObtained(values)
      return await withDatabase(readConfig, async (engines) => {
        const deps = { db: engines.database.db, olap: requireOlap(engines), clock: systemClock }
        return await work({ deps, values, files })
      })
    }),
}

/** @throws UsageError */
function readObtained({ obtained }: Values): Date | undefined {
  if (typeof obtained !== 'string') return undefined
  const date = new Date(obtained)
  if (!/^\d{4}-\d{2}-\d{2}/.test(obtained) || Number.isNaN(date.getTime()))
    throw new UsageError('--obtained is a date such as 2026-03-01.')
  return date
}

const say = (values: Values, outcome: object, text: string) =>
  void process.stdout.write(values.json ? `${JSON.stringify(outcome)}\n` : text)

const count = (value: number) => value.toLocaleString('en-US')

async function importFiles({ deps, values, files }: Run): Promise<number> {
  const open = (file: string) => () => (file === '-' ? process.stdin : readWhole(file))
  const outcome = await importRegistry(deps, { files: files.map(open), obtainedAt: readObtained(values) })
  const { kind, numbers, added, removed, areaCodes, lostAreaCodes } = outcome
  const lost =
    lostAreaCodes.length === 0
      ? ''
      : `Nothing is known any more of the area codes ${lostAreaCodes.join(', ')}: a full list replaces all there was\n`
  const changed = kind === 'changes' ? `${count(added)} added, ${count(removed)} removed\n` : ''
  say(
    values,
    outcome,
    `${changed}${count(numbers)} numbers of ${areaCodes.length} area codes are in force\n${lost}`,
  )
  return 0
}

/** @throws AppError not_found for a file that is not there */
async function* readWhole(file: string) {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new AppError('not_found', `There is no file ${file}`)
  }
}

async function showStatus({ deps, values }: Run): Promise<number> {
  const registry = await readDoNotCall(deps)
  if (!registry) {
    say(values, { registry }, 'There is no do-not-call registry\n')
    return 0
  }
  const { numbers, areaCodes, obtainedAt, ageDays, isOld } = registry
  const warning = isOld
    ? 'It is older than 31 days and may not be relied on any more (16 CFR 310.4(b)(3)(iv)): import a new one\n'
    : ''
  say(
    values,
    { registry },
    `${count(numbers)} numbers of ${areaCodes} area codes, obtained on ${obtainedAt.slice(0, 10)}, ${ageDays} days old\n${warning}`,
  )
  return 0
}

async function remove({ deps, values }: Run): Promise<number> {
  await removeRegistry(deps)
  say(values, { removed: true }, 'Removed: no number is marked any more\n')
  return 0
}
