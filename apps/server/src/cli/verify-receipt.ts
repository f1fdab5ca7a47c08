import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { AppError } from '@freeor/kernel/errors'
import {
  type CheckedReceipt,
  checkReceipt,
  type FoundFile,
  keyFromText,
} from '@freeor/leads/receipts/check-receipt'
import { describeProblem } from '@freeor/leads/receipts/describe-problem'
import { openRowCounter } from '@freeor/leads/receipts/row-counter'
import { type Command, UsageError, withOptions } from './command.ts'

const usage = `Usage: npm run -s freeor -- verify-receipt RECEIPT [--file DOWNLOAD] [--key KEY] [--with OTHER] [--proof PROOF] [--json]

Says whether the receipt of a download is genuine: its fields, its price, that the ledger has the price, and the
signatures. It asks no network and no database. It ends with 1 where anything is wrong, and says what.

  --file DOWNLOAD  the downloaded file: its SHA-256, its size and its number of leads are checked too
  --key KEY        the key of the site, as /api/log/keys tells it (did:key:z6Mk...): only that one is trusted
  --with OTHER     an older or newer receipt, or a head of /api/log/heads: the ledger must only have grown between them
  --proof PROOF    the answer of /api/log/consistency for the two sizes
  --json           one JSON document

Example: npm run -s freeor -- verify-receipt texas.receipt.json --file texas.csv
`

const options = {
  file: { type: 'string' },
  key: { type: 'string' },
  with: { type: 'string' },
  proof: { type: 'string' },
  json: { type: 'boolean' },
} as const

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new AppError('not_found', `${path} cannot be read.`, { cause })
  }
}

/** What the receipt names here, whether or not it is genuine: only the check decides what of it counts. */
function namedIn(text: string): { keyId: string; format: string } {
  try {
    const { key, download } = JSON.parse(text)
    return { keyId: String(key.id), format: String(download.format) }
  } catch {
    return { keyId: '', format: '' }
  }
}

async function examineFile(path: string, format: string): Promise<FoundFile> {
  const hash = createHash('sha256')
  const counter = openRowCounter(format)
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk)
      counter.add(chunk)
      bytes += chunk.length
    }
  } catch (cause) {
    throw new AppError('not_found', `${path} cannot be read.`, { cause })
  }
  return { sha256: hash.digest('hex'), bytes, rows: counter.rows() }
}

const count = (number: number, name: string) =>
  `${number.toLocaleString('en-US')} ${name}${number === 1 ? '' : 's'}`

function say({ problems, facts, isOwnKey }: CheckedReceipt): string {
  if (problems.length > 0 || !facts)
    return `This receipt must not be trusted.\n${problems.map((one) => `- ${describeProblem(one)}\n`).join('')}`
  const { fileName, rows, sameLeads, price, sha256, readyAt } = facts.download
  return [
    'This receipt is genuine.',
    `${fileName}: ${count(rows, 'lead')} for ${count(price, 'credit')}, ready at ${readyAt}`,
    ...(sameLeads === undefined
      ? []
      : [`${count(sameLeads, 'lead')} of a business that was paid for already: free`]),
    `SHA-256 ${sha256}`,
    `The ledger had ${facts.treeSize.toLocaleString('en-US')} entries, under the root ${facts.rootHash}`,
    ...(isOwnKey
      ? [
          'The key was taken from the receipt itself. Compare it with /api/log/keys of the site, or give it with --key.',
        ]
      : []),
    '',
  ].join('\n')
}

export const command: Command = {
  run: (args) =>
    withOptions({ args, options, usage }, async (values, [path, ...more]) => {
      if (path === undefined || more.length > 0) throw new UsageError('Please name one receipt.')
      const text = await readText(path)
      const { keyId, format } = namedIn(text)
      const key = values.key === undefined ? undefined : keyFromText(String(values.key), keyId)
      if (values.key !== undefined && !key)
        throw new UsageError('--key is a key as /api/log/keys tells it: did:key:z6Mk...')
      const other = values.with === undefined ? undefined : await readText(String(values.with))
      const proof = values.proof === undefined ? undefined : await readText(String(values.proof))
      const checked = await checkReceipt(text, {
        keys: key ? [key] : [],
        file: values.file === undefined ? undefined : await examineFile(String(values.file), format),
        other: other === undefined ? undefined : { text: other, proof },
      })
      const { problems, facts, isOwnKey } = checked
      const ok = problems.length === 0
      const document = { ok, problems, download: facts?.download ?? null, isOwnKey }
      process.stdout.write(values.json ? `${JSON.stringify(document, null, 2)}\n` : say(checked))
      return ok ? 0 : 1
    }),
}
