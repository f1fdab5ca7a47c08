import { unwrap } from '@freeor/api-client/client'
import { type Command, UsageError, withOptions } from '../command.ts'
import { columns } from '../with-database.ts'
import { asCommand, openRemoteApi, readLimit, searchOf, searchOptions } from './remote-api.ts'

const usage = `Usage: npm run -s freeor -- search DICTIONARY [--filter TEXT] [--geography TEXT] [--limit N] [--json]

Counts leads and shows the first ones, on a server that is reached by its API. It needs FREEOR_API_KEY, and
FREEOR_API_URL where the server is not the one of this folder.

  --filter TEXT     column filters, like employees:50..500 title:Owner,CEO
  --geography TEXT  where, like state:CA,NV or within:25mi@77001
  --limit N         leads to show, up to 50; 10 unless told
  --json            the answer of the API, whole

Example: npm run -s freeor -- search businesses --geography state:TX --filter 'employees:>100'
`

const options = { ...searchOptions, json: { type: 'boolean' } } as const

const mostShown = 50

export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options, usage }, async (values, [dictId, ...more]) => {
      if (dictId === undefined || more.length > 0) throw new UsageError('Please name one dictionary.')
      const limit = readLimit(values, mostShown) ?? 10
      const { client } = openRemoteApi(readConfig())
      return await asCommand(async () => {
        const params = { path: { dictId } }
        const body = { ...searchOf(values), limit }
        const found = unwrap(await client.POST('/api/search/{dictId}', { params, body }))
        if (values.json) {
          process.stdout.write(`${JSON.stringify(found)}\n`)
          return 0
        }
        const keys = Object.keys(found.rows[0]?.cells ?? {}).slice(0, 8)
        const rows = found.rows.map(({ cells }) => keys.map((key) => String(cells[key] ?? '').slice(0, 30)))
        process.stdout.write(
          `${found.count.toLocaleString('en-US')} lead${found.count === 1 ? '' : 's'} in version ${found.dataVersion}\n`,
        )
        if (rows.length > 0) process.stdout.write(`\n${columns([keys, ...rows])}`)
        return 0
      })
    }),
}
