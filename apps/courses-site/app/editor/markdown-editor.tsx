import IconBlockquote from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs'
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconHeading.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import type { TextEditor } from './code-mirror.ts'
import type { TextHolder } from './draft-engine.ts'
import classes from './markdown-editor.module.css'

const words = editorTexts

const tools = [
  ['bold', IconBold],
  ['italic', IconItalic],
  ['heading', IconHeading],
  ['list', IconList],
  ['quote', IconBlockquote],
  ['link', IconLink],
] as const

export type MarkdownEditorProps = {
  text: string
  label: string
  onText(text: string): void
  attach(holder: TextHolder): () => void
}

/** A text in Markdown with its toolbar. Its module is loaded when it is first shown. */
export function MarkdownEditor({ text, label, onText, attach }: MarkdownEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<TextEditor>()
  const tell = useEffectEvent(onText)
  const newest = useEffectEvent(() => text)

  useEffect(() => {
    let opened: TextEditor | undefined
    let detach: (() => void) | undefined
    let isClosed = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isClosed || !place.current) return
      const options = { parent: place.current, label, isReadOnly: false, onText: tell }
      opened = openEditor({ ...options, text: newest() })
      detach = attach(opened)
      setEditor(opened)
    })
    return () => {
      isClosed = true
      detach?.()
      opened?.destroy()
      setEditor(undefined)
    }
  }, [label, attach])

  return (
    <div className={classes.editor}>
      <div className={classes.toolbar} role="toolbar" aria-label={words.toolbar}>
        {tools.map(([tool, Icon]) => (
          <button
            key={tool}
            type="button"
            disabled={!editor}
            title={words[tool]}
            aria-label={words[tool]}
            onClick={() => editor?.run(tool)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        ))}
      </div>
      {editor ? null : <p className={classes.loading}>{words.loading}</p>}
      <div ref={place} className={classes.text} />
    </div>
  )
}
