import type { LessonSource } from '@freeor/courses/authoring/lessons/schema'
import { decodeCaptionFile } from '@freeor/courses/captions/decode-captions'
import { type CaptionMistake, readCaptions } from '@freeor/courses/captions/read-captions'
import type { CaptionsAnswer } from '@freeor/courses/captions/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, FileInput, NativeSelect, Textarea, TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { editorTexts } from '../texts/editor.ts'
import classes from './captions-pane.module.css'

const words = editorTexts.captions

type Kind = CaptionsAnswer['kind']

export type CaptionsPaneProps = Pick<LessonSource, 'captions'> & { lessonId: string }

/** The captions and chapters of a lesson's video. A file is checked as it is chosen, its mistakes named by line. */
export function CaptionsPane({ lessonId, captions }: CaptionsPaneProps) {
  const { revalidate } = useRevalidator()
  const [news, setNews] = useState('')
  const remove = async ({ kind, language }: { kind: Kind; language: string }) => {
    const call = { params: { path: { lessonId, kind, language } } }
    const { response } = await browserApi().DELETE('/api/lessons/{lessonId}/captions/{kind}/{language}', call)
    setNews(response.ok ? '' : words.failed)
    await revalidate()
  }
  const showSaved = async (count: number) => {
    setNews(words.saved(count))
    await revalidate()
  }
  return (
    <section aria-labelledby="captions" className={classes.captions}>
      <Title order={2} id="captions">
        {words.heading}
      </Title>
      <p>{words.lead}</p>
      {captions.length === 0 ? <p>{words.none}</p> : null}
      <ul className={classes.list}>
        {captions.map(({ id, kind, language, label }) => (
          <li key={id}>
            <span>
              {words.kinds[kind]}: {label} ({language})
            </span>
            <Button variant="default" onClick={() => void remove({ kind, language })}>
              {words.delete(`${words.kinds[kind]}, ${label}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.news}>
        {news}
      </p>
      <CaptionsForm lessonId={lessonId} onSaved={showSaved} />
    </section>
  )
}

const emptyForm = { kind: 'captions' as Kind, language: 'en', label: '', file: '' }

type FormProps = { lessonId: string; onSaved(count: number): unknown }

function CaptionsForm({ lessonId, onSaved }: FormProps) {
  const [form, setForm] = useState(emptyForm)
  const [failure, setFailure] = useState('')
  const set = (changes: Partial<typeof emptyForm>) => setForm((before) => ({ ...before, ...changes }))
  const { kind, language, label, file } = form
  const mistakes = file === '' ? [] : readCaptions(file).mistakes

  const save = async () => {
    const { data, error } = await browserApi()
      .PUT('/api/lessons/{lessonId}/captions/{kind}/{language}', {
        params: { path: { lessonId, kind, language } },
        body: { label, file },
      })
      .catch(() => ({ data: undefined, error: undefined }))
    setFailure(data ? '' : (error?.detail ?? words.failed))
    if (!data) return
    setForm(emptyForm)
    await onSaved(data.cues)
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <NativeSelect
        size="md"
        label={words.kind}
        value={kind}
        data={Object.entries(words.kinds).map(([value, name]) => ({ value, label: name }))}
        onChange={({ currentTarget: { value } }) => set({ kind: value as Kind })}
      />
      <TextInput
        size="md"
        required
        label={words.language}
        value={language}
        onChange={({ currentTarget: { value } }) => set({ language: value })}
      />
      <TextInput
        size="md"
        required
        label={words.label}
        value={label}
        onChange={({ currentTarget: { value } }) => set({ label: value })}
      />
      <FileInput
        size="md"
        label={words.choose}
        placeholder={words.noFile}
        accept=".vtt,.srt,text/vtt,text/plain"
        value={null}
        onChange={(chosen) =>
          void chosen?.arrayBuffer().then((bytes) => set({ file: decodeCaptionFile(new Uint8Array(bytes)) }))
        }
      />
      <Textarea
        size="md"
        required
        label={words.file}
        autosize
        minRows={4}
        maxRows={16}
        value={file}
        onChange={({ currentTarget: { value } }) => set({ file: value })}
      />
      <Mistakes mistakes={mistakes} />
      {failure ? (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      ) : null}
      <Button type="submit" size="md" disabled={mistakes.length > 0}>
        {words.save}
      </Button>
    </form>
  )
}

const mostShown = 20

function Mistakes({ mistakes }: { mistakes: readonly CaptionMistake[] }) {
  const id = useId()
  if (mistakes.length === 0) return null
  return (
    <div className={classes.mistakes}>
      <p id={id} role="status">
        {words.mistakes(mistakes.length)}
      </p>
      <ul aria-labelledby={id}>
        {mistakes.slice(0, mostShown).map(({ line, mistake }) => (
          <li key={`${line} ${mistake}`}>{words.line(line, mistake)}</li>
        ))}
      </ul>
    </div>
  )
}
