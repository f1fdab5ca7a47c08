import { readWithLeftOut } from '@freeor/content/markdown/read-markdown'
import { useMemo } from 'react'
import { editorTexts } from '../texts/editor.ts'
import classes from './markdown.module.css'
import { MarkdownPart } from './markdown-part.tsx'

/** So many tags are named. */
const mostTags = 8

/** A text as its readers see it, for its author, who is told of HTML that they will not see. */
export function MarkdownPreview({ text }: { text: string }) {
  const { nodes, leftOut } = useMemo(() => readWithLeftOut(text), [text])
  return (
    <>
      {leftOut.length > 0 ? (
        <p className={classes.leftOut}>{editorTexts.leftOut(leftOut.slice(0, mostTags))}</p>
      ) : null}
      <MarkdownPart nodes={nodes} />
    </>
  )
}
