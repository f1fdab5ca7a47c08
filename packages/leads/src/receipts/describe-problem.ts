import type { Problem } from './check-receipt.ts'

/** What people call the fields of a receipt. */
const names: Readonly<Record<string, string>> = {
  'download.rows': 'the number of leads',
  'download.sameLeads': 'the number of leads of a business that was paid before',
  'download.price': 'the price',
  'download.sha256': 'the SHA-256 of the file',
  'download.bytes': 'the size of the file',
  'download.fileName': 'the name of the file',
  'download.companyId': 'the company',
  'download.id': 'the id of the download',
  'download.readyAt': 'the time',
  treeSize: 'the size of the log',
  rootHash: 'the root of the log',
}

const sentences = {
  unreadable: 'This is no receipt, or a part of it is missing or damaged.',
  other_key: 'It was signed with a key that is not among those that you trust.',
  key: 'The key in the receipt is not the one that signed it.',
  signature: 'The signature is not genuine.',
  head: 'The signed head of the log was changed.',
  price: 'What was debited is not the price.',
  file_sha256: 'The file is another one: its SHA-256 is not that of the receipt.',
  file_bytes: 'The file has another size than the receipt says.',
  file_rows: 'The file has another number of leads than the receipt says.',
  other_unreadable: 'The other file is no receipt and no head of the log.',
  other_signature: 'The head in the other file is not signed with the same keys, or was changed.',
  proof_unreadable: 'The proof between the two cannot be read.',
  rewritten: 'The history was rewritten: one log is not the beginning of the other.',
} as const

/** One problem as a sentence. */
export function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'changed':
      return `Changed after it was signed: ${names[problem.field] ?? problem.field}.`
    case 'entry':
      return `The ledger entry ${problem.entry} is not the one that was signed.`
    case 'inclusion':
      return `The proof does not show the ledger entry ${problem.entry} in the log.`
    case 'proof_missing':
      return `To compare the two, the proof from ${problem.first} to ${problem.second} is needed: /api/log/consistency?first=${problem.first}&second=${problem.second}`
    default:
      return sentences[problem.kind]
  }
}
