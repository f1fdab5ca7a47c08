import { Alert } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useEffect, useRef } from 'react'
import type { Answer } from './answer.ts'
import classes from './answer-note.module.css'

type AnswerNoteProps = {
  answer: Answer | undefined
  intents?: readonly string[] | undefined
  /** What was done is brought into view as well: for a form that closes when it is done. */
  showsDone?: boolean
}

/**
 * What the form's action had to say; nothing for the answer to another form of the page. A refusal is brought into view:
 * on a phone the button is often far below it, and pressing it would seem to do nothing.
 */
export function AnswerNote({ answer, intents, showsDone = false }: AnswerNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const said = answer && (!intents || intents.includes(answer.intent)) ? answer : undefined
  const isBrought = said !== undefined && (!said.ok || showsDone)
  useEffect(() => {
    if (isBrought && said) note.current?.scrollIntoView({ block: 'nearest' })
  }, [said, isBrought])
  if (!said) return null
  const { ok, text, title } = said
  if (ok)
    return (
      <Alert ref={note} className={classes.note} role="status" color="teal" icon={<IconCheck aria-hidden />}>
        {text}
      </Alert>
    )
  return (
    <Alert
      ref={note}
      className={classes.note}
      role="alert"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
    >
      {text}
    </Alert>
  )
}
