import { AppError } from '@freeor/kernel/errors'

const formats: readonly (readonly [string, string])[] = [
  [
    '504b0304',
    'This is a ZIP archive or an Excel workbook. Unpack it, or save the sheet as CSV, and import that',
  ],
  ['d0cf11e0', 'This is an old Excel workbook. Save the sheet as CSV and import that'],
  ['25504446', 'This is a PDF. Only delimited text (CSV, TSV) can be imported'],
  ['50415231', 'This is a Parquet file. Export it as CSV and import that'],
  ['53514c69', 'This is an SQLite database. Export the table as CSV and import that'],
  ['425a68', 'This is a bzip2 archive. Unpack it and import the file in it'],
  ['fd377a58', 'This is an xz archive. Unpack it and import the file in it'],
  ['28b52ffd', 'This is a Zstandard archive. Unpack it and import the file in it'],
]

/** @throws AppError `invalid_request` for a file of another program, which its first bytes tell. */
export function refuseOtherFormats(head: Buffer): void {
  const start = head.toString('hex', 0, 4)
  const found = formats.find(([magic]) => start.startsWith(magic))
  if (found) throw new AppError('invalid_request', found[1])
}

/** Texts that are no rows of cells, by how they begin. */
const texts: readonly (readonly [RegExp, string])[] = [
  [
    /^(<!doctype html|<html|<head|<body|<table)\b/i,
    'This is a web page (HTML), no delimited text: perhaps a message of the site it came from, or a sheet saved as a page. Open it in a browser; if it shows the table, save that as CSV and import that',
  ],
  [/^<(\?xml|[a-z][\w:.-]*[\s>])/i, 'This is XML. Export the table as CSV and import that'],
  [/^(\[\s*)?\{\s*("[^"]*"\s*:|\})/, 'This is JSON. Export the table as CSV and import that'],
  [/^BEGIN:VCARD\b/i, 'These are contacts as vCards. Export them as CSV and import that'],
  [/^\{\\rtf/, 'This is a formatted document (RTF). Save the table as CSV and import that'],
  [
    /^version https:\/\/git-lfs/,
    'This only points to a file that Git keeps elsewhere (Git LFS). Download the file itself and import that',
  ],
  [
    /^(--[^\n]*\n\s*)*(create table|insert into|drop table|set names|begin transaction)\b/i,
    'These are SQL statements. Export the table as CSV and import that',
  ],
]

/** @throws AppError `invalid_request` for a text in another format than rows of cells. */
export function refuseOtherTexts(text: Uint8Array): void {
  const start = Buffer.from(text.subarray(0, 4096)).toString('utf8').trimStart()
  const found = texts.find(([shape]) => shape.test(start))
  if (found) throw new AppError('invalid_request', found[1])
}

/** @throws AppError `invalid_request` for what is no text in any encoding we read. */
export function refuseBinary(text: Uint8Array): void {
  let zeros = 0
  let controls = 0
  const part = text.subarray(0, 256 * 1024)
  for (const byte of part) {
    if (byte === 0) zeros++
    else if (byte < 32 && (byte < 9 || byte > 13)) controls++
  }
  if (zeros > part.length / 10)
    throw new AppError(
      'invalid_request',
      'The file is full of NUL bytes: it is no text in an encoding we know',
    )
  if (zeros + controls > part.length / 50)
    throw new AppError(
      'invalid_request',
      'The file is full of control characters: it is no text. Export it as CSV and import that',
    )
}
