import type { Answer } from '@freeor/site-frame/frame/answer'
import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './authoring.module.css'

type ChangeNoteProps = {
  /** What came of the page's last form. */
  answer: Answer | undefined
  /** Why a change that was sent without a form was not taken; empty when there is none. */
  failure: string
}

/**
 * What came of the last change. A refusal is brought into view: in a long list the button is far below it, and pressing
 * it would seem to do nothing.
 */
export function ChangeNote({ answer, failure }: ChangeNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const refused = failure || (answer?.ok === false ? answer.text : '')
  useEffect(() => {
    if (failure !== '' || answer?.ok === false) note.current?.scrollIntoView({ block: 'nearest' })
  }, [failure, answer])
  return (
    <>
      {refused ? (
        <Alert ref={note} className={classes.refused} role="alert" color="red">
          {refused}
        </Alert>
      ) : null}
      <p role="status" className={classes.said}>
        {refused ? null : answer?.text}
      </p>
    </>
  )
}
