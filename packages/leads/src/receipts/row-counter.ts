const [newline, quote] = [0x0a, 0x22]

/** Formats whose rows are counted in the bytes. */
const headersOf: Readonly<Record<string, number>> = { csv: 1, 'csv-bom': 1, jsonl: 0 }

export type RowCounter = {
  add(bytes: Uint8Array): void
  /** Undefined for a format whose rows only a program for it can count. */
  rows(): number | undefined
}

/** Counts the rows of a file while its bytes pass: a line break within quotation marks ends no row of CSV. */
export function openRowCounter(format: string): RowCounter {
  const headers = headersOf[format]
  const isQuoting = headers === 1
  let lines = 0
  let isQuoted = false
  return {
    add(bytes) {
      if (headers === undefined) return
      for (const byte of bytes) {
        if (byte === quote && isQuoting) isQuoted = !isQuoted
        else if (byte === newline && !isQuoted) lines++
      }
    },
    rows: () => (headers === undefined ? undefined : Math.max(0, lines - headers)),
  }
}
