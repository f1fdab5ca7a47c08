import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { BillingTexts } from '../billing-texts.ts'
import classes from '../card-form.module.css'
import type { HumanWidget } from './human-widget.ts'
import { placeWidget } from './place-widget.ts'

/** What a form needs from the check before it is sent. */
export type HumanCheckHandle = {
  /** The answer, good for one pass; undefined when the person has not been checked or the check failed. */
  takeAnswer(): string | undefined
}

type Note = 'missing' | 'broken'

/** The human check of the configured provider, and what to know about it. */
export function HumanCheck({ texts, ref }: { texts: BillingTexts['human']; ref: Ref<HumanCheckHandle> }) {
  const host = useRef<HTMLDivElement>(null)
  const widget = useRef<HumanWidget>(null)
  const [note, setNote] = useState<Note>()
  useEffect(() => {
    if (!host.current) return
    let isGone = false
    const onBroken = (isBroken: boolean) => setNote(isBroken ? 'broken' : undefined)
    placeWidget({ host: host.current, texts, onBroken }).then(
      (drawn) => {
        if (isGone) drawn.remove()
        else widget.current = drawn
      },
      () => setNote('missing'),
    )
    return () => {
      isGone = true
      widget.current?.remove()
      widget.current = null
    }
  }, [texts])
  useImperativeHandle(ref, () => ({
    takeAnswer() {
      const answer = widget.current?.current()
      // It can be sent only once.
      if (answer !== undefined) widget.current?.reset()
      return answer
    },
  }))
  const notes = { missing: texts.unsupported, broken: texts.failed }
  return (
    <div>
      <div ref={host} className={classes.human} />
      <p role="alert" className={classes.humanNote}>
        {note ? notes[note] : null}
      </p>
    </div>
  )
}
