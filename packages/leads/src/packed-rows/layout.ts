import { z } from 'zod'

/*
 * A file of packed rows: the cells of each lead of a version as one text, to be found by the lead's row.
 *
 *   head     a line that says what this is, so that no text begins at 0
 *   texts    a line each
 *   entries  5 bytes for each row from 0 on: where its text begins, 0 where there is no such lead; little-endian
 *   footer   256 bytes: JSON, filled up with blanks
 *
 * The footer is written last, and the file is renamed afterwards: it is whole or not there. Nothing is compressed:
 * unpacking a block for each of fifty leads took as long as all the rest of a page (117).
 */

export const HEAD = 'Packed rows of Freeor\n'
export const ENTRY_BYTES = 5
export const NEWLINE = 10

const FOOTER_BYTES = 256

const footer = z.object({
  format: z.literal(1),
  /** The engine's own id of the table that the texts are of: another one may get the same name. */
  table: z.string(),
  leads: z.number().int(),
  /** Where the entries begin, and how many there are. */
  entriesAt: z.number().int(),
  entries: z.number().int(),
})
export type Footer = z.output<typeof footer>

export const encodeFooter = (content: Footer): Buffer =>
  Buffer.from(JSON.stringify(content).padEnd(FOOTER_BYTES))

/** Where the footer of a file of so many bytes begins. */
export const footerAt = (size: number): number => size - FOOTER_BYTES

/** @throws Error when the file is none of packed rows, or not whole */
export function decodeFooter(bytes: Buffer, size: number): Footer {
  const found = footer.parse(JSON.parse(bytes.toString('utf8')))
  const { entriesAt, entries } = found
  if (entriesAt + entries * ENTRY_BYTES !== footerAt(size))
    throw new Error('A file of packed rows is not whole')
  return found
}

export const readEntry = (bytes: Buffer, at: number): number => bytes.readUIntLE(at, ENTRY_BYTES)

/** @throws RangeError for a place after 1 TiB */
export const writeEntry = (bytes: Buffer, at: number, place: number): void =>
  void bytes.writeUIntLE(place, at, ENTRY_BYTES)
