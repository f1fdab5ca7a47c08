import { readFile } from 'node:fs/promises'
import { consoleScope } from '@freeor/accounts/scope'
import { systemClock } from '@freeor/kernel/clock'
import { addOptOuts, removeOptOut } from '@freeor/leads/opt-outs/commands'
import type { OptOutDeps } from '@freeor/leads/opt-outs/ports'
import { listOptOuts } from '@freeor/leads/opt-outs/queries'
import { requireOlap } from '../engines.ts'
import { type Command, UsageError, withOptions } from './command.ts'
import { columns, readReason, reasonWanted, withDatabase } from './with-database.ts'

const usage = `Usage: npm run -s freeor -- opt-out WHAT [VALUE] [options]

Who is never to be contacted. It binds everyone: their leads are removed from every dataset, search and file, and from
every import to come.

  add VALUE --reason TEXT    an email, telephone number, domain, address, company name, or a hash of one
  add --file FILE --reason TEXT
                             the same, one a line
  check VALUE                whether it is on the list
  list                       the newest entries; what was entered is not kept
  remove ID --reason TEXT    takes an entry off; its leads come back with the next import

  --json                     one JSON document

Examples: npm run -s freeor -- opt-out add jane@example.com --reason "asked by phone"
          npm run -s freeor -- opt-out check "(415) 555-0100"
`

const options = { file: { type: 'string' }, reason: { type: 'string' }, json: { type: 'boolean' } } as const

type Values = Record<string, string | boolean | undefined>
type Run = { deps: OptOutDeps; values: Values; value: string | undefined }

const say = (text: string) => process.stdout.write(text)

const works: Readonly<Record<string, (run: Run) => Promise<number>>> = {
  add,
  check: async (run) => await show(run, requireValue(run)),
  list: async (run) => await show(run),
  remove,
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [what = '', value, ...more]) => {
      const work = Object.hasOwn(works, what) ? works[what] : undefined
      if (!work || more.length > 0) throw new UsageError('Please say add, check, list or remove.')
      if ((what === 'add' || what === 'remove') && readReason(values.reason) === undefined)
        throw new UsageError(reasonWanted)
      return await withDatabase(readConfig, async (engines) => {
        const { db } = engines.database
        const deps = { db, olap: requireOlap(engines), clock: systemClock }
        return await work({ deps, values, value })
      })
    }),
}

function requireValue({ value }: Run): string {
  if (value === undefined) throw new UsageError('Please name one.')
  return value
}

const actionOf = ({ values }: Run) => ({
  superAdminUserId: undefined,
  reason: readReason(values.reason) ?? '',
})

async function add(run: Run): Promise<number> {
  const { deps, values } = run
  const text = typeof values.file === 'string' ? await readFile(values.file, 'utf8') : requireValue(run)
  const outcome = await addOptOuts(deps, text, actionOf(run))
  const { added, unread, leads, files } = outcome
  if (values.json) say(`${JSON.stringify(outcome)}\n`)
  else
    say(
      `${added} new on the list, ${unread} lines not read\n${leads} leads removed, ${files} files not handed out any more\n`,
    )
  return 0
}

async function show({ deps, values }: Run, q?: string): Promise<number> {
  const found = await listOptOuts(deps.db, consoleScope(), { q })
  if (values.json) say(`${JSON.stringify(found)}\n`)
  else if (found.optOuts.length === 0) say('Not on the list\n')
  else
    say(
      columns(
        found.optOuts.map(({ id, form, shown, reason, timestamp }) => [
          timestamp.slice(0, 10),
          form,
          shown,
          reason,
          id,
        ]),
      ),
    )
  return 0
}

async function remove(run: Run): Promise<number> {
  await removeOptOut(run.deps, requireValue(run), actionOf(run))
  say('Removed from the list\n')
  return 0
}
