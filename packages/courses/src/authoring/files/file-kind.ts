import { AppError } from '@freeor/kernel/errors'

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))

type Look = (head: Uint8Array) => boolean
const startsWith =
  (signature: readonly number[], at = 0): Look =>
  (head) =>
    signature.every((byte, n) => head[at + n] === byte)

const zip = startsWith([0x50, 0x4b, 0x03, 0x04])
const mp4 = startsWith(ascii('ftyp'), 4)
const webVtt = startsWith(ascii('WEBVTT'))
const webVttWithMark = startsWith([0xef, 0xbb, 0xbf, ...ascii('WEBVTT')])
const text: Look = (head) => !head.includes(0)

type Kind = { readonly type: string; readonly looksRight: Look }

/** What may be handed out to learners: documents, sounds and videos. Nothing that a browser or a computer runs. */
const kinds: Readonly<Record<string, Kind>> = {
  pdf: { type: 'application/pdf', looksRight: startsWith(ascii('%PDF-')) },
  epub: { type: 'application/epub+zip', looksRight: zip },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    looksRight: zip,
  },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', looksRight: zip },
  pptx: {
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    looksRight: zip,
  },
  odt: { type: 'application/vnd.oasis.opendocument.text', looksRight: zip },
  ods: { type: 'application/vnd.oasis.opendocument.spreadsheet', looksRight: zip },
  odp: { type: 'application/vnd.oasis.opendocument.presentation', looksRight: zip },
  zip: { type: 'application/zip', looksRight: zip },
  txt: { type: 'text/plain; charset=utf-8', looksRight: text },
  md: { type: 'text/markdown; charset=utf-8', looksRight: text },
  csv: { type: 'text/csv; charset=utf-8', looksRight: text },
  vtt: { type: 'text/vtt; charset=utf-8', looksRight: (head) => webVtt(head) || webVttWithMark(head) },
  mp3: {
    type: 'audio/mpeg',
    looksRight: (head) =>
      startsWith(ascii('ID3'))(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  },
  m4a: { type: 'audio/mp4', looksRight: mp4 },
  ogg: { type: 'audio/ogg', looksRight: startsWith(ascii('OggS')) },
  mp4: { type: 'video/mp4', looksRight: mp4 },
  webm: { type: 'video/webm', looksRight: startsWith([0x1a, 0x45, 0xdf, 0xa3]) },
}

export const fileEndings: readonly string[] = Object.keys(kinds)

/** What a browser is told of a file with this ending. */
export const typeOfEnding = (ending: string): string => kinds[ending]?.type ?? 'application/octet-stream'

/**
 * The ending of a file that may be handed out: by its name, and only where its first bytes are what the name says.
 * @throws AppError invalid_request
 */
export function requireFileKind(name: string, head: Uint8Array): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(kinds, ending) ? kinds[ending] : undefined
  if (!kind)
    throw new AppError(
      'invalid_request',
      `Files of this kind are not taken. Please choose a picture or one of these: ${fileEndings.join(', ')}.`,
    )
  if (!kind.looksRight(head))
    throw new AppError('invalid_request', `That is no ${ending.toUpperCase()} file, whatever it is called.`)
  return ending
}
