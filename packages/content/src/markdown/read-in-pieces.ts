import { setImmediate } from 'node:timers/promises'
import { isTangled } from './is-tangled.ts'
import type { MarkdownNode } from './markdown-node.ts'
import { readMarkdown } from './read-markdown.ts'

/** Reading so many characters takes some tens of milliseconds. */
const pieceLength = 8_000

/** Behind the name of an address or a footnote, which counts wherever it is said. */
const behindName = ']:'
/** HTML that goes on over blank lines. */
const longHtml = /<(?:script|pre|style|textarea|!|\?)/i
const fence = /^( {0,3})(`{3,}|~{3,})(.*)$/
/** A line that goes on with nothing that stands before a blank line: no list, quote, HTML or indent. */
const beginsAnew = /^[^\s\d<>*+`~-]/

/**
 * A text in pieces that are read as the whole is: each begins behind a blank line, with a paragraph, a heading or a table.
 * One piece where something in the text counts for all of it.
 */
export function splitMarkdown(text: string, length = pieceLength): string[] {
  if (text.length <= length || text.includes(behindName) || longHtml.test(text) || isTangled(text))
    return [text]
  const pieces: string[] = []
  let [from, at, isBlank] = [0, 0, false]
  let open: { readonly marks: string; readonly isIndented: boolean } | undefined
  for (const line of text.split('\n')) {
    const [, indent = '', marks, behind = ''] = fence.exec(line.replace(/\r$/, '')) ?? []
    // Whether it ends the code depends on whether that stands in a list.
    if (open?.isIndented && /^\S/.test(line)) return [text]
    if (!open && isBlank && at - from >= length && beginsAnew.test(line)) {
      pieces.push(text.slice(from, at))
      from = at
    }
    if (marks !== undefined && !open) open = { marks, isIndented: indent !== '' }
    else if (open && marks?.startsWith(open.marks) && behind.trim() === '') open = undefined
    isBlank = line.trim() === ''
    at += line.length + 1
  }
  return [...pieces, text.slice(from)]
}

/** The same as `readMarkdown`, in steps between which a server answers others. */
export async function readInPieces(text: string, length = pieceLength): Promise<readonly MarkdownNode[]> {
  const nodes: MarkdownNode[] = []
  for (const [at, piece] of splitMarkdown(text, length).entries()) {
    if (at > 0) await setImmediate()
    for (const node of readMarkdown(piece)) nodes.push(node)
  }
  return nodes
}
