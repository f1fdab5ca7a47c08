import { createInterface } from 'node:readline/promises'

/** Asks a yes-or-no question; without a person at the terminal the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write('Nobody is there to ask. Run it again with --yes.\n')
    return false
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
