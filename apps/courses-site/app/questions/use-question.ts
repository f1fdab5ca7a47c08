import { ApiProblem, sentenceOf, unwrap } from '@freeor/api-client/client'
import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useReducer, useState } from 'react'
import { useRevalidator } from 'react-router'
import { questionTexts } from '../texts/questions.ts'
import { changeDraft, changeOf, draftOf, isSameDraft } from './question-draft.ts'

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

/** A question with the draft of its author: the draft begins anew where it is as stored, and is kept otherwise. */
export function useQuestion(stored: AuthorQuestion) {
  const [base, setBase] = useState(stored)
  const [draft, change] = useReducer(changeDraft, stored, draftOf)
  /** What somebody else wrote meanwhile. */
  const [theirs, setTheirs] = useState<AuthorQuestion>()
  const { run, failure, isBusy, setFailure } = useAction()
  const isChanged = !isSameDraft(draft, draftOf(base))
  // Read again after a change elsewhere: nothing of this author's is lost.
  if (stored.version > base.version && !isChanged) {
    setBase(stored)
    change({ type: 'replace', draft: draftOf(stored) })
  }

  const take = (question: AuthorQuestion) => {
    setBase(question)
    setTheirs(undefined)
    setFailure('')
    change({ type: 'replace', draft: draftOf(question) })
  }
  const save = async (upon = base) => {
    await run(async () => {
      const known = new Set(upon.options.map(({ id }) => id))
      const body = { version: upon.version, ...changeOf(draft, known) }
      const call = { params: { path: { questionId: base.id } }, body }
      const answer = await browserApi().PATCH('/api/questions/{questionId}', call)
      const { current } = (answer.error ?? {}) as { current?: AuthorQuestion }
      if (answer.response.status === 409 && current) setTheirs(current)
      else take(unwrap(answer))
    })
  }
  return {
    ...{ draft, change, theirs, take, save, isChanged, failure, isBusy },
    /** The author's words, as the next version after theirs. */
    keepMine: async () => {
      if (theirs) await save(theirs)
    },
    undo: () => change({ type: 'replace', draft: draftOf(base) }),
  }
}
