import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Alert, Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { SortHandle } from '../order/sort-area.tsx'
import { questionTexts } from '../texts/questions.ts'
import { AddPicture } from './add-picture.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { forgetDraft, keepDraft } from './draft-storage.ts'
import { OptionFields } from './option-fields.tsx'
import { QuestionHistory } from './question-history.tsx'
import { QuestionPreview } from './question-preview.tsx'
import classes from './questions.module.css'
import { RegradePanel } from './regrade-panel.tsx'
import { useAction, useQuestion } from './use-question.ts'

const words = questionTexts

type Props = {
  question: AuthorQuestion
  userId: string
  /** Its position as it is shown, from 1. */
  position: number
  all: number
  /** How far it is moved by the buttons: to a position from 0, or nowhere at an end. */
  onMove(position: number): void
  /** Told when there is something to save, and when there is nothing any more. */
  onUnsaved(id: string, isUnsaved: boolean): void
}

/** One question as its author writes it. Learners are asked it as it was saved; until then this browser keeps it. */
export function QuestionEditor(props: Props) {
  const { question, userId, position, all, onUnsaved } = props
  const id = useId()
  const edited = useQuestion(question, userId)
  const { base, draft, change, conflict, unsaved } = edited
  const [isPreview, setPreview] = useState(false)
  const save = () => void edited.save()
  const tell = useEffectEvent((isUnsaved: boolean) => onUnsaved(question.id, isUnsaved))
  useEffect(() => tell(unsaved), [unsaved])
  useEffect(() => () => tell(false), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  return (
    <article
      id={question.id}
      className={classes.question}
      aria-labelledby={`${id}-position`}
      {...edited.composition}
    >
      <div className={classes.head}>
        <div className={classes.row}>
          <SortHandle name={words.numbered(position)} />
          <h2 id={`${id}-position`}>{words.position(position, all)}</h2>
        </div>
        <QuestionActions {...props} />
      </div>
      {edited.isFound && unsaved ? (
        <Alert color="blue" variant="light" mb="md" role="status">
          {words.found}
        </Alert>
      ) : null}
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
      {conflict ? (
        <ConflictNote
          {...{ conflict, draft, isBusy: edited.isBusy }}
          onResolve={(parts) => void edited.resolve(parts)}
        />
      ) : null}
      <div className={classes.actions} style={{ marginTop: 16 }}>
        <Button onClick={save} disabled={!unsaved || conflict !== undefined} loading={edited.isBusy}>
          {words.save}
        </Button>
        {unsaved ? (
          <Button variant="default" onClick={edited.undo}>
            {words.undo}
          </Button>
        ) : null}
        <Button variant="default" aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? words.closePreview : words.preview}
        </Button>
        <AddPicture lessonId={question.lessonId} draft={draft} onAction={change} />
        <span role="status" className={classes.legend}>
          {unsaved ? words.unsaved : words.saved}
        </span>
      </div>
      <p className={classes.failure} role="alert">
        {edited.failure}
      </p>
      {isPreview ? <QuestionPreview draft={draft} position={position} all={all} /> : null}
      {base.version > 1 ? (
        <QuestionHistory
          key={base.version}
          question={base}
          draft={draft}
          onTake={(taken) => change({ type: 'replace', draft: taken })}
        />
      ) : null}
      {base.version > 1 && base.answer !== null && !unsaved ? <RegradePanel question={base} /> : null}
    </article>
  )
}

/** Moving, duplicating and removing. A removal asks once more, in its place. */
function QuestionActions({ question, userId, position, all, onMove }: Props) {
  const { run, failure, isBusy } = useAction()
  const [isAsked, setAsked] = useState(false)
  const path = { questionId: question.id }
  const duplicate = () =>
    void run(async () =>
      expectDone(await browserApi().POST('/api/questions/{questionId}/duplicate', { params: { path } })),
    )
  const remove = () =>
    void run(async () => {
      // Before the call: this page may hear of the removal earlier than of its answer, and would offer the words again.
      const kept = forgetDraft({ userId, questionId: question.id })
      try {
        expectDone(await browserApi().DELETE('/api/questions/{questionId}', { params: { path } }))
      } catch (error) {
        if (kept) keepDraft(kept)
        throw error
      }
    })
  return (
    <div className={classes.row}>
      <Button variant="default" disabled={position === 1 || isBusy} onClick={() => onMove(position - 2)}>
        {words.up}
      </Button>
      <Button variant="default" disabled={position === all || isBusy} onClick={() => onMove(position)}>
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
