import { sites } from '@freeor/kernel/site'
import { operationsOf } from '../api/operations.ts'
import { openApiDocument } from '../http/openapi.ts'
import { loadSites } from '../sites/site-modules.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'

/** `freeor openapi`: the document of a server with all sites, without starting anything. */
export const command: Command = {
  run: async () => {
    const document = openApiDocument(operationsOf(await loadSites(sites)), version)
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
    return 0
  },
}
