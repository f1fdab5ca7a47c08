import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'
import { readInPieces } from '@freeor/content/markdown/read-in-pieces'
import { Cache } from '@freeor/kernel/cache'
import { siteCaches } from '../limits.ts'

const read = new Cache<readonly MarkdownNode[]>(siteCaches.markdown, (_nodes, text) => text.length)

/**
 * The same as `readMarkdown`, on the server: a page that gets its tree from here sends no parser to the browser. A text is
 * read once, as long as it is kept: reading one of a thousand words takes longer than everything else that its page does,
 * and while a long one is read others are answered.
 */
export const readKeptMarkdown = async (text: string): Promise<readonly MarkdownNode[]> =>
  await read.load(text, async () => await readInPieces(text))
