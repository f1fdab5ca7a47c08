import { operations } from '../api/operations.ts'
import { openApiDocument } from '../http/openapi.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'

/** `freeor openapi`: the document, without starting anything. */
export const command: Command = {
  run: async () => {
    process.stdout.write(`${JSON.stringify(openApiDocument(operations, version), null, 2)}\n`)
    return 0
  },
}
