import { writeClock } from '@freeor/courses/captions/timestamp'
import { noteLength } from '@freeor/courses/progress/limits'
import type { NoteAnswer } from '@freeor/courses/progress/schema'
import { Button, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './lesson-notes.module.css'
import type { Notes } from './use-notes.ts'

type NoteProps = { note: NoteAnswer; notes: Notes; onSeek: (seconds: number) => void }

const words = lessonTexts

function Note({ note, notes, onSeek }: NoteProps) {
  const [draft, setDraft] = useState<string>()
  const { id, second, text } = note
  const name = second === null ? words.noteOfLesson : words.noteAt(writeClock(second))
  const save = async () => {
    if (draft !== undefined && (await notes.change(id, draft))) setDraft(undefined)
  }
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
          onClick={() => setDraft(text)}
        >
          {words.edit}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={words.deleteNote(name)}
          onClick={() => void notes.remove(id)}
        >
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
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button size="sm" onClick={() => void save()}>
              {words.saveNote}
            </Button>
            <Button size="sm" variant="default" onClick={() => setDraft(undefined)}>
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

/** The learner's own notes and bookmarks, which nobody else sees. */
export function LessonNotes({ notes, now, onSeek }: LessonNotesProps) {
  const [text, setText] = useState('')
  const add = async () => {
    const second = now()
    if (await notes.add({ text, ...(second !== undefined && { second }) })) setText('')
  }
  return (
    <section aria-labelledby="notes" className={classes.notes}>
      <Title order={2} size="h4" id="notes">
        {words.notes}
      </Title>
      <p className={classes.hint}>{words.notesHint}</p>
      <Textarea
        label={words.newNote}
        autosize
        minRows={2}
        maxLength={noteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" disabled={text.trim() === ''} onClick={() => void add()}>
        {words.addNote}
      </Button>
      <p role="alert" className={classes.problem}>
        {notes.problem}
      </p>
      {notes.notes.length > 0 ? (
        <ul className={classes.list}>
          {notes.notes.map((note) => (
            <Note key={note.id} note={note} notes={notes} onSeek={onSeek} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}
