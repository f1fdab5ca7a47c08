import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { LeadsFile } from './leads-file.ts'

/** The same rows; about `changed` of them, spread over the file, have seven employees more. */
export async function changedFile(file: LeadsFile, changed: number): Promise<LeadsFile> {
  const path = `${file.path}.changed`
  const output = createWriteStream(path)
  const every = Math.max(1, Math.floor(file.rows / changed))
  let row = -1
  for await (const line of createInterface({ input: createReadStream(file.path) })) {
    const isChanged = row >= 0 && row % every === 0
    // The second cell of a number: how many employees.
    const text = isChanged ? line.replace(/,(\d+),(\d+),/, (_all, a, b) => `,${Number(a) + 7},${b},`) : line
    if (!output.write(`${text}\n`)) await once(output, 'drain')
    row++
  }
  output.end()
  await finished(output)
  return { ...file, path }
}
