import { FileButton } from '@mantine/core'
import IconBlockquote from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs'
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs'
import IconHeading from '@tabler/icons-react/dist/esm/icons/IconHeading.mjs'
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import type { TextEditor } from './code-mirror.ts'
import { DescribePicture, pictureMarkdown, plainAlt, type UploadedPicture } from './describe-picture.tsx'
import type { TextHolder } from './draft-engine.ts'
import classes from './markdown-editor.module.css'
import { pictureTypes } from './upload-file.ts'
import { useUploads } from './use-uploads.ts'

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
  const { news, add } = useUploads(lessonId)
  const [undescribed, setUndescribed] = useState<readonly UploadedPicture[]>([])
  const tell = useEffectEvent(onText)
  /** Each picture stands where the caret is once it is there; then its author is asked what it shows. */
  const insert = async (into: TextEditor, files: readonly File[]) =>
    await add(files, (taken, { name }) => {
      if (taken.kind === 'file') {
        into.insert(`[${plainAlt(taken.name)}](${taken.src})\n`)
        return
      }
      into.insert(`${pictureMarkdown(taken.src, '')}\n`)
      setUndescribed((before) => [...before, { src: taken.src, name }])
    })
  const describe = ({ src }: UploadedPicture, alt: string) => {
    opened.current?.describe(src, plainAlt(alt))
    setUndescribed((before) => before.filter((one) => one.src !== src))
  }
  const [asked] = undescribed
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
        {(
          [
            [words.pictures.insert, pictureTypes, IconPhoto],
            [words.pictures.file, undefined, IconPaperclip],
          ] as const
        ).map(([label, accept, Icon]) => (
          <FileButton
            key={label}
            multiple
            {...(accept !== undefined && { accept })}
            onChange={(files) => void (editor && insert(editor, files))}
          >
            {({ onClick }) => (
              <button type="button" disabled={!editor} title={label} aria-label={label} onClick={onClick}>
                <Icon size={20} aria-hidden="true" />
              </button>
            )}
          </FileButton>
        ))}
      </div>
      <p role="status" className={classes.news}>
        {news}
      </p>
      {asked ? (
        <DescribePicture key={asked.src} picture={asked} onDescribed={(alt) => describe(asked, alt)} />
      ) : null}
      {editor ? null : <p className={classes.loading}>{words.loading}</p>}
      <div ref={place} className={classes.text} />
    </div>
  )
}
