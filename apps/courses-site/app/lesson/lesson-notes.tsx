import { writeClock } from '@freeor/courses/captions/timestamp'
import { noteLength } from '@freeor/courses/progress/limits'
import type { NoteAnswer } from '@freeor/courses/progress/schema'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { UndoToast } from '@freeor/ui/undo-toast'
import { useUndo } from '@freeor/ui/use-undo'
import { Button, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './lesson-notes.module.css'
import type { Notes } from './use-notes.ts'

const words = lessonTexts

const nameOf = ({ second }: NoteAnswer): string =>
  second === null ? words.noteOfLesson : words.noteAt(writeClock(second))

type NoteProps = {
  note: NoteAnswer
  /** As it is being changed; undefined while it is only read. */
  draft: string | undefined
  onDraft: (draft: string | undefined) => void
  onSave: () => void
  onRemove: () => void
  onSeek: (seconds: number) => void
}

function Note({ note, draft, onDraft, onSave, onRemove, onSeek }: NoteProps) {
  const { second, text } = note
  const name = nameOf(note)
  return (
    <li className={classes.note}>
      <div className={classes.head}>
        {second === null ? (
          <span>{words.noteOfLesson}</span>
        ) : (
          <button type="button" className={classes.moment} onClick={() => onSeek(second)}>
            {writeClock(second)}
            <span className={classes.hidden}> {words.goThere}</span>
          </button>
        )}
        <span className={classes.kind}>{text === '' ? words.bookmark : null}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={words.editNote(name)}
          onClick={() => onDraft(text)}
        >
          {words.edit}
        </Button>
        <Button variant="subtle" size="compact-sm" aria-label={words.deleteNote(name)} onClick={onRemove}>
          {words.delete}
        </Button>
      </div>
      {draft === undefined ? (
        <p className={classes.text}>{text}</p>
      ) : (
        <div className={classes.form}>
          <Textarea
            aria-label={name}
            autosize
            minRows={2}
            maxLength={noteLength}
            value={draft}
            onChange={(event) => onDraft(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button size="sm" onClick={onSave}>
              {words.saveNote}
            </Button>
            <Button size="sm" variant="default" onClick={() => onDraft(undefined)}>
              {words.cancel}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

export type LessonNotesProps = {
  notes: Notes
  /** Where the video is; undefined before it has begun: then a note is of the lesson as a whole. */
  now: () => number | undefined
  onSeek: (seconds: number) => void
}

/** The notes that are being changed, by id. */
function useNoteDrafts(notes: Notes) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string | undefined>>>({})
  const set = (id: string, draft: string | undefined) => setDrafts((before) => ({ ...before, [id]: draft }))
  const save = async (id: string) => {
    const draft = drafts[id]
    if (draft === undefined || !(await notes.change(id, draft))) return
    // What was typed while it was saved stays.
    setDrafts((before) => (before[id] === draft ? { ...before, [id]: undefined } : before))
  }
  const isUnsaved = notes.notes.some(({ id, text }) => (drafts[id] ?? text) !== text)
  return { drafts, set, save, isUnsaved }
}

/** Deleting at once, and bringing back. */
function useRemoval(notes: Notes) {
  const undo = useUndo()
  const offerBack = (note: NoteAnswer) => {
    const { second, text } = note
    const restore = async () => {
      const isBack = await notes.add({ text, ...(second !== null && { second }) })
      if (!isBack) offerBack(note)
    }
    undo.propose({ text: words.didDelete(nameOf(note)), undo: () => void restore() })
  }
  const remove = async (note: NoteAnswer) => {
    if (await notes.remove(note.id)) offerBack(note)
  }
  return { undo, remove }
}

/** The learner's own notes and bookmarks, which nobody else sees. */
export function LessonNotes({ notes, now, onSeek }: LessonNotesProps) {
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const { drafts, set, save, isUnsaved } = useNoteDrafts(notes)
  const { undo, remove } = useRemoval(notes)
  const add = async () => {
    const second = now()
    setAdding(true)
    if (await notes.add({ text, ...(second !== undefined && { second }) }))
      setText((typed) => (typed === text ? '' : typed))
    setAdding(false)
  }
  useUnsavedWork(text.trim() !== '' || isUnsaved)
  return (
    <section
      aria-labelledby="notes"
      className={classes.notes}
      data-no-print={notes.notes.length === 0 || undefined}
    >
      <Title order={2} size="h4" id="notes">
        {words.notes}
      </Title>
      <p className={classes.hint}>{words.notesHint}</p>
      <Textarea
        label={words.newNote}
        wrapperProps={{ 'data-no-print': true }}
        autosize
        minRows={2}
        maxLength={noteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" disabled={text.trim() === ''} loading={isAdding} onClick={() => void add()}>
        {words.addNote}
      </Button>
      <p role="alert" className={classes.problem}>
        {notes.problem}
      </p>
      {notes.notes.length > 0 ? (
        <ul className={classes.list}>
          {notes.notes.map((note) => (
            <Note
              key={note.id}
              note={note}
              draft={drafts[note.id]}
              onDraft={(draft) => set(note.id, draft)}
              onSave={() => void save(note.id)}
              onRemove={() => void remove(note)}
              onSeek={onSeek}
            />
          ))}
        </ul>
      ) : null}
      <UndoToast undo={undo} texts={{ undo: words.undo, close: words.close }} />
    </section>
  )
}
