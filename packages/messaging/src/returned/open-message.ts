import PostalMime, { type Email } from 'postal-mime'
import type { Header } from './automatic-answer.ts'
import { mostBoundaries, mostLines, returnedMailBytes, searchedCharacters } from './limits.ts'
import { readBlocks } from './report-fields.ts'

/** What is read of a mail. */
export type Message = {
  readonly header: Header
  readonly subject: string
  readonly text: string
  /** The first part of one of these types, as text. */
  part(...types: readonly string[]): string | undefined
}

/** Takes a mail apart, as far as that can be done. Never throws. */
export async function openMessage(raw: Uint8Array): Promise<Message> {
  const bytes = ownBytes(raw)
  const email = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: 262_144,
  }).catch(() => undefined)
  return email === undefined ? openUnparsed(bytes) : openParsed(email)
}

/** Without the line that a mailbox file puts before a mail, and no more than is read. */
function ownBytes(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, returnedMailBytes.read)
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  const before = /^\s*(?:>?From [^\r\n]{0,500}\r?\n)?/.exec(head)?.[0] ?? ''
  return untilNth(
    untilNth(Buffer.from(bytes.subarray(before.length)), '\n', mostLines),
    '\n--',
    mostBoundaries,
  )
}

/**
 * What comes before the nth of these signs. A line costs far more time than its bytes, and a part, which a line with two
 * dashes may begin, far more than a line.
 */
function untilNth(bytes: Buffer, sign: string, most: number): Buffer {
  let at = 0
  for (let count = 0; count < most; count++) {
    at = bytes.indexOf(sign, at + 1)
    if (at < 0) return bytes
  }
  return bytes.subarray(0, at)
}

function openParsed({ headers, subject = '', text, html, attachments }: Email): Message {
  return {
    header: (name) => headers.flatMap(({ key, value }) => (key === name ? [value] : [])),
    subject,
    text: (text || plainOf(html)).slice(0, searchedCharacters.report),
    part: (...types) => {
      const found = attachments.find(({ mimeType }) => types.includes(mimeType?.toLowerCase()))
      return found && decode(found.content)
    },
  }
}

/** Of a mail that cannot be taken apart: its first lines and its words. */
function openUnparsed(bytes: Uint8Array): Message {
  const text = decode(bytes)
  const fields = readBlocks(text)[0]
  return {
    header: (name) => [fields?.get(name) ?? []].flat(),
    subject: fields?.get('subject') ?? '',
    text: text.slice(text.search(/\r?\n\r?\n/) + 1),
    part: () => undefined,
  }
}

function decode(content: ArrayBuffer | Uint8Array | string): string {
  if (typeof content === 'string') return content.slice(0, searchedCharacters.report)
  const bytes = new Uint8Array(content).subarray(0, searchedCharacters.report)
  return new TextDecoder('utf-8').decode(bytes)
}

const plainOf = (html = ''): string =>
  html
    .slice(0, searchedCharacters.report)
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h\d)\b[^<>]{0,200}>/gi, '\n')
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
