import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'
import { useAction } from './use-question.ts'

const words = questionTexts.import

/** What the import page tells the page of the questions, as the state of their link. */
export type BroughtInState = { readonly broughtIn: readonly string[] }

/** The questions that just came in, as the import page named them; none for whoever comes from elsewhere. */
export function broughtInOf(state: unknown): readonly string[] {
  const { broughtIn } = (state ?? {}) as Partial<BroughtInState>
  return Array.isArray(broughtIn) ? broughtIn : []
}

type Props = {
  lessonId: string
  /** Those that are in the quiz. */
  questionIds: readonly string[]
  onTakenOut?: () => void
  children?: ReactNode
}

/** Says that an import is in the quiz, and takes all of it out again. */
export function BroughtIn({ lessonId, questionIds, onTakenOut, children }: Props) {
  const { run, failure, isBusy } = useAction()
  const [isTakenOut, setTakenOut] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  const isThere = questionIds.length > 0
  const takeOut = async () => {
    const call = { params: { path: { lessonId } }, body: { questionIds: [...questionIds] } }
    const isDone = await run(async () =>
      expectDone(await browserApi().POST('/api/lessons/{lessonId}/questions/take-out', call)),
    )
    if (!isDone) return
    setTakenOut(true)
    onTakenOut?.()
    // The button that had the focus goes.
    said.current?.focus()
  }
  return (
    <>
      <div role="status" tabIndex={-1} ref={said} className={classes.said}>
        {isThere ? (
          <p>
            {words.done(questionIds.length)} {children}
          </p>
        ) : null}
        {isTakenOut && !isThere ? <p>{words.takenOut}</p> : null}
      </div>
      {isThere ? (
        <Button variant="default" mb="lg" loading={isBusy} onClick={() => void takeOut()}>
          {words.takeOut(questionIds.length)}
        </Button>
      ) : null}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </>
  )
}
