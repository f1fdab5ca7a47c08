import { readMarkdown } from '@freeor/content/markdown/read-markdown'
import { useMemo } from 'react'
import { MarkdownLabel, MarkdownPart } from './markdown-part.tsx'

/**
 * An author's Markdown, read where it is drawn. What could run, or load anything but pictures, is taken out. A page that
 * only shows a text gets it from its loader (`@freeor/site-frame/documents/read-markdown`) and sends no parser to the browser.
 */
export function Markdown({ text, inline = false }: { text: string; inline?: boolean }) {
  const nodes = useMemo(() => readMarkdown(text), [text])
  return inline ? <MarkdownLabel nodes={nodes} /> : <MarkdownPart nodes={nodes} />
}
