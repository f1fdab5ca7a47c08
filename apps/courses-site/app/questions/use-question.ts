import { ApiProblem, sentenceOf, unwrap } from '@freeor/api-client/client'
import type { QuestionPart } from '@freeor/courses/questions/drafts/merge-drafts'
import { changeOf, type DraftAction } from '@freeor/courses/questions/drafts/question-draft'
import {
  changeState,
  isChanged,
  openQuestion,
  type QuestionEvent,
  type QuestionState,
} from '@freeor/courses/questions/drafts/question-state'
import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { keepCaret } from '@freeor/site-frame/frame/keep-caret'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRevalidator } from 'react-router'
import { questionTexts } from '../texts/questions.ts'
import { forgetDraft, keepDraft, listDrafts } from './draft-storage.ts'

/** Others may save again and again while one's own save is joined with theirs. */
const mostTries = 5

/** What the API refused, in its own words. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiProblem ? sentenceOf(error.details) || error.message : questionTexts.notDone

/** Does something, then reads the page again; says why it was refused. */
export function useAction() {
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailure('')
    try {
      await work()
      await revalidate()
      return true
    } catch (error) {
      setFailure(wordsOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, failure, isBusy, setFailure }
}

/** The newest state, for what is awaited, and a copy of it for React, which would be late by a render. */
function useQuestionState(stored: AuthorQuestion) {
  const [state, setState] = useState(() => openQuestion(stored))
  const newest = useRef(state)
  const [dispatch] = useState(() => (event: QuestionEvent): QuestionState => {
    newest.current = changeState(newest.current, event)
    setState(newest.current)
    return newest.current
  })
  return { state, dispatch, newest }
}

/** Sends the draft; what somebody else saved meanwhile is taken in, and then it is sent again. */
async function sendDraft(
  read: () => QuestionState,
  dispatch: (event: QuestionEvent) => QuestionState,
): Promise<void> {
  for (let tried = 0; tried < mostTries; tried++) {
    const { base, draft } = read()
    const body = { version: base.version, ...changeOf(draft, new Set(base.options.map(({ id }) => id))) }
    dispatch({ type: 'send' })
    const call = { params: { path: { questionId: base.id } }, body }
    const answer = await browserApi().PATCH('/api/questions/{questionId}', call)
    const { current } = (answer.error ?? {}) as { current?: AuthorQuestion }
    if (answer.response.status !== 409 || !current) {
      const question = unwrap(answer)
      keepCaret(() => flushSync(() => dispatch({ type: 'save', question })))
      return
    }
    keepCaret(() => flushSync(() => dispatch({ type: 'learn', question: current })))
    if (read().conflict) return
  }
  throw new Error('Others save this question all the time')
}

/** A question with the draft of its author: kept in this browser, joined with what others save, sent when told. */
export function useQuestion(stored: AuthorQuestion, userId: string) {
  const { state, dispatch, newest } = useQuestionState(stored)
  const { run, failure, isBusy } = useAction()
  const { base, draft, sent, conflict, isFound = false } = state
  const unsaved = isChanged(state)
  const [isRead, setRead] = useState(false)
  /** A character of an input method is put together in a field: another text there would cut it. */
  const [isComposing, setComposing] = useState(false)

  useEffect(() => {
    let isLeft = false
    const { id: questionId, lessonId } = newest.current.base
    void listDrafts({ userId, lessonId }).then((drafts) => {
      if (isLeft) return
      const kept = drafts.find((one) => one.questionId === questionId)
      if (kept) dispatch({ type: 'find', base: kept.base, draft: kept.draft })
      setRead(true)
    })
    return () => {
      isLeft = true
    }
  }, [userId, newest, dispatch])

  useEffect(() => {
    const key = { userId, questionId: base.id }
    if (!isRead) return
    if (unsaved) keepDraft({ ...key, lessonId: base.lessonId, base, draft })
    else forgetDraft(key)
  }, [isRead, unsaved, userId, base, draft])

  // What others saved, as the page was read again. The answer to a save that is under way says it too.
  const isSending = sent !== undefined
  useEffect(() => {
    if (isSending || isComposing || stored.version <= base.version) return
    // After this effect: React does not draw at once within one.
    queueMicrotask(() => keepCaret(() => flushSync(() => dispatch({ type: 'learn', question: stored }))))
  }, [isSending, isComposing, stored, base.version, dispatch])

  const save = async () => {
    if (newest.current.sent || newest.current.conflict) return
    const isSaved = await run(async () => await sendDraft(() => newest.current, dispatch))
    if (!isSaved) dispatch({ type: 'fail' })
  }
  return {
    ...{ base, draft, conflict, isFound, unsaved, failure, isBusy, save },
    change: (action: DraftAction) => void dispatch({ type: 'edit', action }),
    undo: () => void dispatch({ type: 'undo' }),
    resolve: async (theirs: readonly QuestionPart[]) => {
      dispatch({ type: 'resolve', theirs })
      if (isChanged(newest.current)) await save()
    },
    composition: {
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
    },
  }
}
