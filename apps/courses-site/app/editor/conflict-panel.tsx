import type { Draft } from '@freeor/courses/authoring/lessons/saving-queue'
import type { LessonContent, LessonField } from '@freeor/courses/authoring/lessons/schema'
import { Button, Radio, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { editorTexts } from '../texts/editor.ts'
import classes from './conflict-panel.module.css'
import { TextComparison } from './text-comparison.tsx'

const words = editorTexts.conflict

export type ConflictPanelProps = {
  draft: Draft
  conflict: NonNullable<Draft['conflict']>
  findCaret(): number | undefined
  onText(transcript: string): void
  onResolve(chosen: Partial<LessonContent>): void
}

const shown = (value: LessonContent[LessonField]): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return text === '' ? words.empty : text
}

/** Whether somebody types in a box that stays: with the focus gone, the next keys would go nowhere. */
function isTyping(): boolean {
  const box = document.activeElement
  return (
    box?.matches('input, textarea, [contenteditable="true"]') === true && box.closest('[hidden]') === null
  )
}

/**
 * What two people made of the same words, and what of it shall be. Takes the focus, as nothing is saved until it is
 * decided; while somebody types, only the state at the head says so. Who types in the transcript, which it takes the place
 * of, types on in it: this browser keeps that with the draft.
 */
export function ConflictPanel({ draft, conflict, findCaret, onText, onResolve }: ConflictPanelProps) {
  const { theirs, fields } = conflict
  const heading = useRef<HTMLHeadingElement>(null)
  const short = fields.filter((field) => field !== 'transcript')
  const [caret] = useState(() => (fields.includes('transcript') ? findCaret() : undefined))
  const [mine, setMine] = useState<Readonly<Partial<Record<LessonField, boolean>>>>({})

  useEffect(() => {
    if (caret === undefined && !isTyping()) heading.current?.focus()
  }, [caret])

  const decide = () => {
    const content = (field: LessonField) => ((mine[field] ?? true) ? draft.content : theirs)
    const chosen = short.map((field) => [field, content(field)[field]])
    onResolve(Object.fromEntries(chosen))
  }

  return (
    <section className={classes.panel} aria-labelledby="conflict">
      <Title order={2} id="conflict" ref={heading} tabIndex={-1}>
        {words.heading}
      </Title>
      {fields.includes('transcript') ? (
        <>
          <p className={classes.wide}>{words.lead}</p>
          <p className={classes.narrow}>{words.leadNarrow}</p>
          <TextComparison
            old={{ text: theirs.transcript, label: words.theirs }}
            now={{ text: draft.content.transcript, label: words.yours }}
            {...{ onText, caret }}
          />
        </>
      ) : null}
      {short.map((field) => (
        <Radio.Group
          key={field}
          label={words.choose(editorTexts.fields[field])}
          value={(mine[field] ?? true) ? 'mine' : 'theirs'}
          onChange={(value) => setMine((before) => ({ ...before, [field]: value === 'mine' }))}
        >
          <Radio value="mine" label={`${words.keepYours}: ${shown(draft.content[field])}`} mt="xs" />
          <Radio value="theirs" label={`${words.keepTheirs}: ${shown(theirs[field])}`} mt="xs" />
        </Radio.Group>
      ))}
      <Button size="lg" onClick={decide}>
        {words.resolve}
      </Button>
    </section>
  )
}
