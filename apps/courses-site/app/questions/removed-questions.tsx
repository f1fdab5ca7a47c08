import { unwrap } from '@freeor/api-client/client'
import { changeOf } from '@freeor/courses/questions/drafts/question-draft'
import { isChanged } from '@freeor/courses/questions/drafts/question-state'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { questionTexts } from '../texts/questions.ts'
import { forgetDraft, type KeptDraft, listDrafts } from './draft-storage.ts'
import { QuestionPreview } from './question-preview.tsx'
import classes from './questions.module.css'
import { useAction } from './use-question.ts'

const words = questionTexts.removed

type Props = {
  lessonId: string
  userId: string /** The questions that the lesson has. */
  ids: readonly string[]
}

/** What this author was writing in questions that somebody else removed: it becomes a question again, or is thrown away. */
export function RemovedQuestions({ lessonId, userId, ids }: Props) {
  const [drafts, setDrafts] = useState<readonly KeptDraft[]>([])
  const present = ids.join(' ')
  useEffect(() => {
    let isLeft = false
    const there = new Set(present.split(' '))
    void listDrafts({ lessonId, userId }).then((all) => {
      if (!isLeft) setDrafts(all.filter((one) => !there.has(one.questionId) && isChanged(one)))
    })
    return () => {
      isLeft = true
    }
  }, [lessonId, userId, present])
  const { run, failure, isBusy } = useAction()
  const forget = (draft: KeptDraft) => {
    forgetDraft(draft)
    setDrafts((before) => before.filter((one) => one !== draft))
  }
  const addAgain = (draft: KeptDraft) =>
    void run(async () => {
      const body = changeOf(draft.draft, new Set())
      unwrap(
        await browserApi().POST('/api/lessons/{lessonId}/questions', {
          params: { path: { lessonId } },
          body,
        }),
      )
      forget(draft)
    })
  if (drafts.length === 0) return null
  return (
    <section className={classes.conflict} aria-label={words.heading}>
      <h2>{words.heading}</h2>
      <p role="alert">{words.lead}</p>
      {drafts.map((draft, at) => (
        <div key={draft.questionId}>
          <QuestionPreview draft={draft.draft} position={at + 1} all={drafts.length} />
          <div className={classes.actions} style={{ marginTop: 16 }}>
            <Button loading={isBusy} onClick={() => addAgain(draft)}>
              {words.addAgain}
            </Button>
            <Button variant="default" onClick={() => forget(draft)}>
              {words.discard}
            </Button>
          </div>
        </div>
      ))}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </section>
  )
}
