import { sites } from '@freeor/kernel/site'
import { operationsOf } from '../api/operations.ts'
import { openApiDocument } from '../http/openapi.ts'
import { loadSites } from '../sites/site-modules.ts'
import { version } from '../version.ts'
import { type Command, UsageError, withOptions } from './command.ts'

const usage = `Usage: npm run -s freeor -- openapi

Prints the OpenAPI document of a server with all sites. Nothing is started.

Example: npm run -s freeor -- openapi > openapi.json
`

export const command: Command = {
  run: (args) =>
    withOptions({ args, options: {}, usage }, async (_values, positionals) => {
      if (positionals.length > 0) throw new UsageError('openapi takes no name.')
      const document = openApiDocument(operationsOf(await loadSites(sites)), version)
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
      return 0
    }),
}
