import { FileButton } from '@mantine/core'
import IconBlockquote from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs'
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconHeading.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import type { TextEditor } from './code-mirror.ts'
import type { TextHolder } from './draft-engine.ts'
import classes from './markdown-editor.module.css'
import { pictureTypes, wordsOf } from './upload-picture.ts'
import { usePictures } from './use-pictures.ts'

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
  lessonId: string
  text: string
  label: string
  onText(text: string): void
  attach(holder: TextHolder): () => void
}

/** A text in Markdown with its toolbar. Its module is loaded when it is first shown. */
export function MarkdownEditor({ lessonId, text, label, onText, attach }: MarkdownEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<TextEditor>(undefined)
  const [editor, setEditor] = useState<TextEditor>()
  const { news, add } = usePictures(lessonId)
  const tell = useEffectEvent(onText)
  /** Each picture stands where the caret is once it is there, with words of its own to be made better. */
  const insert = async (into: TextEditor, files: readonly File[]) =>
    await add(files, (src, file) => into.insert(`![${wordsOf(file)}](${src})\n`))
  const drop = useEffectEvent(
    (files: readonly File[]) => opened.current && void insert(opened.current, files),
  )
  const newest = useEffectEvent(() => text)

  useEffect(() => {
    let detach: (() => void) | undefined
    let isClosed = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (isClosed || !place.current) return
      const options = { parent: place.current, label, isReadOnly: false, onText: tell, onFiles: drop }
      const one = openEditor({ ...options, text: newest() })
      opened.current = one
      detach = attach(one)
      setEditor(one)
    })
    return () => {
      isClosed = true
      detach?.()
      opened.current?.destroy()
      opened.current = undefined
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
        <FileButton
          multiple
          accept={pictureTypes}
          onChange={(files) => void (editor && insert(editor, files))}
        >
          {({ onClick }) => (
            <button
              type="button"
              disabled={!editor}
              title={words.pictures.insert}
              aria-label={words.pictures.insert}
              onClick={onClick}
            >
              <IconPhoto size={20} aria-hidden="true" />
            </button>
          )}
        </FileButton>
      </div>
      <p role="status" className={classes.news}>
        {news}
      </p>
      {editor ? null : <p className={classes.loading}>{words.loading}</p>}
      <div ref={place} className={classes.text} />
    </div>
  )
}
