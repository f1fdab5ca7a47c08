import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import type { Example } from '../http/examples.ts'
import { answersByHand } from './answers-by-hand.ts'
import { operations } from './operations-under-test.ts'
import { readableExample } from './readable-example.ts'
import type { Input } from './security-row.ts'
import { all, openSecurityTable, rowOf } from './security-table.ts'

/** Not a test: writes `api/examples.json` from what the operations answer in the fixture of the security table. */

const { fixture, rightful, sampleOf, send } = openSecurityTable()

test('records an example of every call', async () => {
  const examples: Record<string, Example> = {}
  for (const operation of all) {
    const as = rightful(operation)
    const { params, query, body, ...input } = await sampleOf(operation, as)
    const answer = await send(operation, { params, query, body, ...input } as Input, { as })
    await rowOf(operation).undo?.(fixture(), as, 'owner')
    const schema = operations.find(({ id }) => id === operation.id)?.answer
    const given = answer.status < 300 ? answer.body : undefined
    const readable = readableExample(given)
    const fits = schema?.safeParse(readable).success
    examples[operation.id] = {
      request: readableExample({
        ...(params && { params }),
        ...(query && { query }),
        ...(operation.body && { body }),
      }) as Example['request'],
      ...(schema && given !== undefined && { answer: fits ? readable : given }),
    }
  }
  for (const [id, byHand] of Object.entries(answersByHand)) {
    const answer = typeof byHand === 'function' ? byHand(examples) : byHand
    if (examples[id]) examples[id] = { ...examples[id], answer }
  }
  const path = join(import.meta.dirname, '..', 'api', 'examples.json')
  await writeFile(path, `${JSON.stringify(examples, null, 2)}\n`)
})
