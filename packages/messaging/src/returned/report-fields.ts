import { searchedCharacters } from './limits.ts'

/** The fields of one block, by their names in lower case; of a field that is repeated the first. */
export type Fields = ReadonlyMap<string, string>

const FIELD = /^([A-Za-z][A-Za-z0-9-]{0,60})[ \t]{0,10}:(.*)$/

/** The lines of a text, unfolded, each cut to a length that can be searched. */
function unfold(text: string): string[] {
  const lines: string[] = []
  for (const line of text.slice(0, searchedCharacters.report).split(/\r\n|\n|\r/)) {
    const before = lines.at(-1)
    const isContinued = /^[ \t]+\S/.test(line) && before !== undefined && before !== ''
    if (isContinued) lines[lines.length - 1] = `${before} ${line.trim()}`.slice(0, searchedCharacters.line)
    else lines.push(line.trimEnd().slice(0, searchedCharacters.line))
  }
  return lines
}

/**
 * The blocks of a report (RFC 3464, RFC 5965), which empty lines divide. Some programs leave those lines out: a field
 * that `opens` begins a block of its own where the block before has one already.
 */
export function readBlocks(text: string, opens: readonly string[] = []): Fields[] {
  const blocks: Map<string, string>[] = [new Map()]
  for (const line of unfold(text)) {
    if (line.trim() === '') {
      if (blocks.at(-1)?.size) blocks.push(new Map())
      continue
    }
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (opens.includes(key) && blocks.at(-1)?.has(key)) blocks.push(new Map())
    const block = blocks.at(-1)
    if (!block?.has(key)) block?.set(key, value.trim())
  }
  return blocks.filter(({ size }) => size > 0)
}

const ADDRESS = /[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,255}/

/** The first address in a text: of `rfc822; user@host`, of `<user@host>`, or bare. */
export function addressIn(text: string | undefined): string | undefined {
  const [found] = ADDRESS.exec(text?.slice(0, searchedCharacters.line) ?? '') ?? []
  return found?.replace(/^['=]+|['.]+$/g, '')
}
