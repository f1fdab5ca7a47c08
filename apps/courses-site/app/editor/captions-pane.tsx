import type { LessonSource } from '@freeor/courses/authoring/lessons/schema'
import { readCaptions } from '@freeor/courses/captions/read-captions'
import type { CaptionsAnswer, CaptionsInput } from '@freeor/courses/captions/schema'
import { decodeText } from '@freeor/kernel/decode-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { UndoToast } from '@freeor/ui/undo-toast'
import { useUndo } from '@freeor/ui/use-undo'
import { Button, FileInput, NativeSelect, Textarea, TextInput, Title } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import { editorTexts } from '../texts/editor.ts'
import classes from './captions-pane.module.css'

const words = editorTexts.captions

type Kind = CaptionsAnswer['kind']

export type CaptionsPaneProps = Pick<LessonSource, 'captions'> & { lessonId: string }

type Of = { lessonId: string; kind: Kind; language: string }

const putCaptions = async ({ lessonId, kind, language }: Of, body: CaptionsInput) =>
  await browserApi()
    .PUT('/api/lessons/{lessonId}/captions/{kind}/{language}', {
      params: { path: { lessonId, kind, language } },
      body,
    })
    .catch(() => ({ data: undefined, error: undefined, response: undefined }))

/** The text of a file; undefined where it cannot be read. */
const readFile = async (lessonId: string, id: string): Promise<string | undefined> =>
  await fetch(`/api/lessons/${lessonId}/captions/${id}`).then(
    async (response) => (response.ok ? await response.text() : undefined),
    () => undefined,
  )

/** Deleting at once, and bringing back. A file that cannot be read could not be brought back, and stays. */
function useRemoval(lessonId: string, say: (news: string) => void) {
  const { revalidate } = useRevalidator()
  const undo = useUndo()
  const restore = async (of: Of, body: { label: string; file: string }) => {
    const { data, response } = await putCaptions(of, { ...body, onlyIfNone: true })
    const isReplaced = response?.status === 409
    say(data ? '' : isReplaced ? words.savedSince : words.failed)
    if (!data && !isReplaced) offerBack(of, body)
    await revalidate()
  }
  const offerBack = (of: Of, body: { label: string; file: string }) =>
    undo.propose({
      text: words.deleted(`${words.kinds[of.kind]}, ${body.label}`),
      undo: () => void restore(of, body),
    })
  const remove = async ({ id, kind, language, label }: Omit<CaptionsAnswer, 'cues'>) => {
    const file = await readFile(lessonId, id)
    const path = { lessonId, kind, language }
    const api = browserApi()
    const answer =
      file === undefined
        ? undefined
        : await api
            .DELETE('/api/lessons/{lessonId}/captions/{kind}/{language}', { params: { path } })
            .catch(() => undefined)
    const isGone = answer?.response.ok ?? false
    say(isGone ? '' : words.failed)
    if (isGone && file !== undefined) offerBack(path, { label, file })
    await revalidate()
  }
  return { undo, remove }
}

/** The captions and chapters of a lesson's video. A file is checked as it is chosen, its mistakes named by line. */
export function CaptionsPane({ lessonId, captions }: CaptionsPaneProps) {
  const { revalidate } = useRevalidator()
  const [news, setNews] = useState('')
  const { undo, remove } = useRemoval(lessonId, setNews)
  const showSaved = async (count: number) => {
    setNews(words.saved(count))
    // Undoing a deletion now would put the old file in the place of this one.
    undo.end()
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
        {captions.map((one) => (
          <li key={one.id}>
            <span>
              {words.kinds[one.kind]}: {one.label} ({one.language})
            </span>
            <Button variant="default" onClick={() => void remove(one)}>
              {words.delete(`${words.kinds[one.kind]}, ${one.label}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.news}>
        {news}
      </p>
      <CaptionsForm lessonId={lessonId} onSaved={showSaved} />
      <UndoToast undo={undo} texts={{ undo: authoringTexts.undo, close: authoringTexts.close }} />
    </section>
  )
}

const nothing = { mistakes: [], notes: [] } as const

const emptyForm = { kind: 'captions' as Kind, language: 'en', label: '', file: '' }

type FormProps = { lessonId: string; onSaved(count: number): unknown }

function CaptionsForm({ lessonId, onSaved }: FormProps) {
  const [form, setForm] = useState(emptyForm)
  const [failure, setFailure] = useState('')
  const set = (changes: Partial<typeof emptyForm>) => setForm((before) => ({ ...before, ...changes }))
  const { kind, language, label, file } = form
  const { mistakes, notes } = useMemo(() => (file === '' ? nothing : readCaptions(file)), [file])
  const [bytes, setBytes] = useState<Uint8Array>()
  const open = (chosen: Uint8Array) => {
    setBytes(chosen)
    set({ file: decodeText(chosen, language) })
  }
  // A file that is no UTF-8 is read as Windows writes its language, unless somebody has changed its text.
  const setLanguage = (to: string) =>
    set(
      bytes && file === decodeText(bytes, language)
        ? { language: to, file: decodeText(bytes, to) }
        : { language: to },
    )

  const save = async () => {
    const { data, error } = await putCaptions({ lessonId, kind, language }, { label, file })
    setFailure(data ? '' : (error?.detail ?? words.failed))
    if (!data) return
    // What was typed while it was saved stays.
    setForm((now) => (now === form ? emptyForm : now))
    await onSaved(data.cues)
  }

  useUnsavedWork(file !== '')
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
        onChange={({ currentTarget: { value } }) => setLanguage(value)}
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
        accept=".vtt,.srt,.sbv,text/vtt,text/plain"
        value={null}
        onChange={(chosen) => void chosen?.arrayBuffer().then((buffer) => open(new Uint8Array(buffer)))}
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
      <ByLine
        heading={words.mistakes(mistakes.length)}
        lines={mistakes.map(({ line, mistake }) => words.line(line, mistake))}
      />
      <ByLine
        heading={words.notes(notes.length)}
        lines={notes.map(({ line, note }) => words.line(line, note))}
      />
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

function ByLine({ heading, lines }: { heading: string; lines: readonly string[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <div className={classes.mistakes}>
      <p id={id} role="status">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {[...new Set(lines)].slice(0, mostShown).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
