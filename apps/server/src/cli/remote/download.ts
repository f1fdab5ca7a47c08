import { setTimeout as delay } from 'node:timers/promises'
import { unwrap } from '@freeor/api-client/client'
import { AppError } from '@freeor/kernel/errors'
import { newSecret } from '@freeor/kernel/ids'
import type { Download, DownloadQuote } from '@freeor/leads/downloads/schema'
import { type Command, UsageError, withOptions } from '../command.ts'
import { confirm } from '../confirm.ts'
import { progressLine } from '../progress.ts'
import { fetchFile } from './fetch-file.ts'
import { asCommand, openRemoteApi, type RemoteApi, readLimit, searchOf, searchOptions } from './remote-api.ts'

const usage = `Usage: npm run -s freeor -- download DICTIONARY --to FILE [--filter TEXT] [--geography TEXT] [--limit N]
           [--format FORMAT] [--preset PROGRAM] [--rows-per-file N] [--most CREDITS] [--key KEY] [--yes] [--json]

Orders leads of a server that is reached by its API, and saves their file. It says the price before it orders, and the
file is there only once it is whole. It needs FREEOR_API_KEY, and FREEOR_API_URL where the server is not the one of
this folder.

  --to FILE         where the file is saved; what is there is replaced
  --filter TEXT     column filters, like employees:50..500 title:Owner,CEO
  --geography TEXT  where, like state:CA,NV or within:25mi@77001
  --limit N         only the first N leads
  --format FORMAT   csv unless told, csv-bom, xlsx, jsonl or parquet
  --preset PROGRAM  hubspot or salesforce: CSV with the columns and the sizes that it takes
  --rows-per-file N at most so many rows a file: more come as several in a ZIP
  --most CREDITS    order nothing that costs more
  --key KEY         given again with the same key, it is the same order: a broken run is gone on with
  --yes             order without asking
  --json            print the download as the API tells it

Example: npm run -s freeor -- download businesses --geography state:TX --limit 100 --to texas.csv --yes
`

const options = {
  ...searchOptions,
  to: { type: 'string' },
  format: { type: 'string' },
  preset: { type: 'string' },
  'rows-per-file': { type: 'string' },
  most: { type: 'string' },
  key: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const formats = ['csv', 'csv-bom', 'xlsx', 'jsonl', 'parquet'] as const
const presets = ['hubspot', 'salesforce'] as const
const pollMs = 300
const mostLeads = 100_000_000

type Values = Readonly<Record<string, string | boolean | undefined>>

function readFormat({ format = 'csv' }: Values) {
  const known = formats.find((one) => one === format)
  if (known === undefined) throw new UsageError(`--format is one of ${formats.join(', ')}.`)
  return known
}

/** What of `preset` and `rowsPerFile` was told. */
function readFileOptions({ preset, 'rows-per-file': rows }: Values) {
  const known = presets.find((one) => one === preset)
  if (preset !== undefined && known === undefined)
    throw new UsageError(`--preset is one of ${presets.join(', ')}.`)
  const rowsPerFile = rows === undefined ? undefined : Number(rows)
  if (
    rowsPerFile !== undefined &&
    !(Number.isInteger(rowsPerFile) && rowsPerFile >= 100 && rowsPerFile <= 1_000_000)
  )
    throw new UsageError('--rows-per-file is a whole number from 100 to 1,000,000.')
  return { ...(known && { preset: known }), ...(rowsPerFile && { rowsPerFile }) }
}

function readMost({ most }: Values): number | undefined {
  if (most === undefined) return undefined
  if (!/^\d{1,9}$/.test(String(most))) throw new UsageError('--most is a whole number of credits.')
  return Number(most)
}

const credits = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'credit' : 'credits'}`

const sentenceOf = ({ rows, doNotCall, credits: { price, after } }: DownloadQuote) =>
  `${rows.toLocaleString('en-US')} leads for ${credits(price)}; ${credits(after)} left afterwards.${doNotCallOf(doNotCall)}`

const doNotCallOf = (found: DownloadQuote['doNotCall']): string =>
  found === null || found.leads === 0
    ? ''
    : `\n${found.leads.toLocaleString('en-US')} of them have a number on the do-not-call registry of ${found.obtainedAt.slice(0, 10)}${found.isOld ? ', which is more than 31 days old' : ''}.`

/** Whoever named the file may not expect a ZIP. */
const zipOf = ({ parts }: Download): string => (parts ? `, a ZIP of ${parts.length} files` : '')

/** Waits until the file is ready. @throws AppError where it could not be made: nothing is charged then */
async function whenReady({ client }: RemoteApi, id: string): Promise<Download> {
  const line = progressLine()
  try {
    for (;;) {
      const params = { path: { downloadId: id } }
      const now = unwrap(await client.GET('/api/downloads/{downloadId}', { params }))
      if (now.state === 'ready') return now
      if (now.state === 'failed')
        throw new AppError('conflict', now.failure ?? 'The file could not be made. Nothing was charged.')
      line.show(`${Math.round(now.progress * 100)}% written`)
      await delay(pollMs)
    }
  } finally {
    line.end()
  }
}

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [dictId, ...more]) => {
      if (dictId === undefined || more.length > 0) throw new UsageError('Please name one dictionary.')
      const { to, key = newSecret(16) } = values
      if (typeof to !== 'string') throw new UsageError('Please say where the file goes with --to FILE.')
      const most = readMost(values)
      const limit = readLimit(values, mostLeads)
      const file = { format: readFormat(values), ...readFileOptions(values) }
      const body = { dictId, ...searchOf(values), ...file, ...(limit && { limit }) }
      const api = openRemoteApi(readConfig())
      return await asCommand(async () => {
        const quote = unwrap(await api.client.POST('/api/downloads/quote', { body }))
        process.stderr.write(`${sentenceOf(quote)}\n`)
        const { price } = quote.credits
        if (most !== undefined && price > most) {
          process.stderr.write(`That is more than ${credits(most)}. Nothing was ordered.\n`)
          return 1
        }
        if (!values.yes && !(await confirm('Order it?'))) return 1
        const headers = { 'idempotency-key': String(key) }
        // It never costs more than what was said.
        const named = { ...body, ...(quote.binding && { quote: quote.binding.token }) }
        const ordered = unwrap(await api.client.POST('/api/downloads', { body: named, headers }))
        const ready = await whenReady(api, ordered.id)
        await fetchFile(api, { id: ready.id, bytes: ready.bytes ?? 0, sha256: ready.sha256 ?? '' }, to)
        process.stdout.write(
          values.json
            ? `${JSON.stringify(ready)}\n`
            : `${ready.downloadCount} leads are in ${to}${zipOf(ready)}\n`,
        )
        return 0
      })
    }),
}
