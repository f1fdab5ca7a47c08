import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { consoleScope } from '@freeor/accounts/scope'
import { systemClock } from '@freeor/kernel/clock'
import { openStateApi } from '@freeor/leads/drop/adapters/state-api'
import { addExemption, beginCycle, continueDrop, endExemption, tryAgain } from '@freeor/leads/drop/commands'
import { keepArchive } from '@freeor/leads/drop/fetch-lists'
import type { DropDeps } from '@freeor/leads/drop/ports'
import { findOpenCycle, readDropReport } from '@freeor/leads/drop/queries'
import { dropHashText } from '@freeor/leads/drop/schema'
import { writeEvidence } from '@freeor/leads/drop/write-evidence'
import { writeZip } from '@freeor/storage/zip/write-zip'
import { requireOlap } from '../engines.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { columns, readReason, reasonWanted, withDatabase } from './with-database.ts'
import { withDeps } from './with-deps.ts'

const usage = `Usage: npm run -s freeor -- drop WHAT [VALUE] [options]

California's delete requests (DROP). The server fetches, removes and reports them by itself; docs/drop.md tells how.

  status                     the cycles, and when the next one is due
  run                        begins a cycle or goes on with the open one, now
  load FILE                  takes an archive that came another way, e.g. from the state's support, for the open cycle
  exempt HASH --reason TEXT  an identifier that the law wants kept, by its hash in Base64
  end-exemption HASH --reason TEXT
                             its leads are removed, and the state is told so
  evidence CYCLE --out FILE  what proves a cycle, as a ZIP; hashes only

  --json                     one JSON document
`

const options = { out: { type: 'string' }, reason: { type: 'string' }, json: { type: 'boolean' } } as const

type Values = Record<string, string | boolean | undefined>
type Run = { readonly deps: DropDeps; readonly values: Values; readonly value: string | undefined }

const say = (text: string) => process.stdout.write(text)

const works: Readonly<Record<string, (run: Run) => Promise<number>>> = {
  status,
  run,
  load,
  exempt: async (one) => await change(one, addExemption),
  'end-exemption': async (one) => {
    const code = await change(one, endExemption)
    await continueDrop(one.deps)
    return code
  },
  evidence,
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what = '', value, ...more]) => {
      const work = Object.hasOwn(works, what) ? works[what] : undefined
      if (!work || more.length > 0)
        throw new UsageError('Please say status, run, load, exempt, end-exemption or evidence.')
      return await withDatabase(
        readConfig,
        async (engines, config) =>
          await withDeps({ engines, config }, async ({ db, files: store }) => {
            const { url, key } = config.drop
            const api = key === undefined ? undefined : openStateApi({ url, key })
            const deps = { db, olap: requireOlap(engines), clock: systemClock, store, api }
            return await work({ deps, values, value })
          }),
      )
    }),
}

function requireValue({ value }: Run, what: string): string {
  if (value === undefined) throw new UsageError(`Please name ${what}.`)
  return value
}

async function status({ deps, values }: Run): Promise<number> {
  const now = deps.clock.now()
  const report = await readDropReport(deps.db, consoleScope(), { isConfigured: deps.api !== undefined, now })
  if (values.json) {
    say(`${JSON.stringify(report)}\n`)
    return 0
  }
  if (!report.isConfigured) say('DROP_API_KEY is not set: nothing is fetched.\n')
  say(`Fetched last: ${report.lastDownloadAt ?? 'never'}; due at the latest: ${report.dueAt ?? 'now'}\n`)
  say(
    columns(
      report.cycles.map(({ id, state, startedAt, items, problem }) => [
        startedAt.slice(0, 10),
        state,
        `${items.deleted} deleted, ${items.optedOut} opted out, ${items.notFound} not found, ${items.exempted} exempted`,
        id,
        problem ?? '',
      ]),
    ),
  )
  return report.isUrgent ? 1 : 0
}

async function run({ deps, ...rest }: Run): Promise<number> {
  if (!deps.api) throw new UsageError('DROP_API_KEY is not set: nothing can be fetched.')
  if (!(await beginCycle(deps))) await tryAgain(deps)
  await continueDrop(deps)
  return await status({ deps, ...rest })
}

async function load(one: Run): Promise<number> {
  const path = requireValue(one, 'the file of the archive')
  // Before a cycle is begun: a mistyped name must not leave one open.
  const bytes = await readFile(path)
  await beginCycle(one.deps)
  const cycle = await findOpenCycle(one.deps.db)
  if (cycle?.downloadedAt !== null) throw new UsageError('The open cycle has its lists already.')
  await keepArchive(one.deps.store, cycle.id, { name: nameOf(path), bytes })
  return await run(one)
}

const nameOf = (path: string): string =>
  basename(path)
    .replaceAll(/[^A-Za-z0-9_.-]/g, '_')
    .slice(0, 100)

async function change(one: Run, work: typeof addExemption): Promise<number> {
  const hash = dropHashText.safeParse(requireValue(one, 'the hash'))
  if (!hash.success) throw new UsageError('A hash is a SHA-256 in Base64: 43 signs and =.')
  const reason = readReason(one.values.reason)
  if (reason === undefined) throw new UsageError(reasonWanted)
  await work(one.deps, hash.data, { superAdminUserId: undefined, reason })
  say('Done\n')
  return 0
}

async function evidence(one: Run): Promise<number> {
  const { out } = one.values
  if (typeof out !== 'string') throw new UsageError('Please say where to with --out FILE.')
  const entries = await writeEvidence(one.deps.db, consoleScope(), requireValue(one, 'the cycle'))
  await pipeline(writeZip(entries), createWriteStream(out, { mode: 0o600 }))
  say(`${out}\n`)
  return 0
}
