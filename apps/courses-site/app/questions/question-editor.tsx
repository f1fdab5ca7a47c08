import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { SortHandle } from '../order/sort-area.tsx'
import { questionTexts } from '../texts/questions.ts'
import { AddPicture } from './add-picture.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { OptionFields } from './option-fields.tsx'
import { QuestionPreview } from './question-preview.tsx'
import classes from './questions.module.css'
import { RegradePanel } from './regrade-panel.tsx'
import { useAction, useQuestion } from './use-question.ts'

const words = questionTexts

type Props = {
  question: AuthorQuestion
  /** Its place as it is shown, from 1. */
  place: number
  all: number
  /** How far it is moved by the buttons: to a place from 0, or nowhere at an end. */
  onMove(place: number): void
}

/** One question as its author writes it. Nothing leaves the page until it is saved. */
export function QuestionEditor(props: Props) {
  const { question, place, all } = props
  const id = useId()
  const edited = useQuestion(question)
  const { draft, change, isChanged } = edited
  const [isPreview, setPreview] = useState(false)
  const save = () => void edited.save()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  return (
    <article id={question.id} className={classes.question} aria-labelledby={`${id}-place`}>
      <div className={classes.head}>
        <div className={classes.row}>
          <SortHandle name={words.numbered(place)} />
          <h2 id={`${id}-place`}>{words.place(place, all)}</h2>
        </div>
        <QuestionActions {...props} />
      </div>
      <Textarea
        label={words.question}
        size="md"
        autosize
        minRows={2}
        value={draft.question}
        onChange={({ currentTarget }) => change({ type: 'question', text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <OptionFields id={id} draft={draft} onAction={change} onSave={save} />
      {draft.right === null ? <p className={classes.hint}>{words.noKey}</p> : null}
      <Textarea
        label={words.explanation}
        size="md"
        autosize
        minRows={2}
        value={draft.explanation}
        onChange={({ currentTarget }) => change({ type: 'explanation', text: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {edited.theirs ? (
        <ConflictNote
          theirs={edited.theirs}
          onTake={() => edited.take(edited.theirs ?? question)}
          onKeep={() => void edited.keepMine()}
        />
      ) : null}
      <div className={classes.actions} style={{ marginTop: 16 }}>
        <Button onClick={save} disabled={!isChanged} loading={edited.isBusy}>
          {words.save}
        </Button>
        {isChanged ? (
          <Button variant="default" onClick={edited.undo}>
            {words.undo}
          </Button>
        ) : null}
        <Button variant="default" aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? words.closePreview : words.preview}
        </Button>
        <AddPicture lessonId={question.lessonId} draft={draft} onAction={change} />
        <span role="status" className={classes.legend}>
          {isChanged ? words.unsaved : words.saved}
        </span>
      </div>
      <p className={classes.failure} role="alert">
        {edited.failure}
      </p>
      {isPreview ? <QuestionPreview draft={draft} place={place} all={all} /> : null}
      {question.version > 1 && question.answer !== null && !isChanged ? (
        <RegradePanel question={question} />
      ) : null}
    </article>
  )
}

/** Moving, duplicating and removing. A removal asks once more, in its place. */
function QuestionActions({ question, place, all, onMove }: Props) {
  const { run, failure, isBusy } = useAction()
  const [isAsked, setAsked] = useState(false)
  const path = { questionId: question.id }
  const duplicate = () =>
    void run(async () =>
      expectDone(await browserApi().POST('/api/questions/{questionId}/duplicate', { params: { path } })),
    )
  const remove = () =>
    void run(async () =>
      expectDone(await browserApi().DELETE('/api/questions/{questionId}', { params: { path } })),
    )
  return (
    <div className={classes.row}>
      <Button variant="default" disabled={place === 1 || isBusy} onClick={() => onMove(place - 2)}>
        {words.up}
      </Button>
      <Button variant="default" disabled={place === all || isBusy} onClick={() => onMove(place)}>
        {words.down}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={duplicate}>
        {words.duplicate}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => (isAsked ? remove() : setAsked(true))}>
        {isAsked ? words.removeSure : words.remove}
      </Button>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </div>
  )
}
