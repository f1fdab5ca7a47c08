import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { QuestionPart } from '@freeor/courses/questions/drafts/merge-drafts'
import { draftOf, type QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import type { Conflict } from '@freeor/courses/questions/drafts/question-state'
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'

const words = questionTexts.conflict

type Props = {
  conflict: Conflict
  draft: QuestionDraft
  isBusy: boolean
  onResolve(theirs: readonly QuestionPart[]): void
}

/**
 * What two people made of the same parts of a question, and which of them shall stand. It is announced and does not take
 * the focus: its author may be typing, and the keys would go nowhere.
 */
export function ConflictNote({ conflict: { theirs, contested }, draft, isBusy, onResolve }: Props) {
  const [taken, setTaken] = useState<readonly QuestionPart[]>([])
  const choose = (part: QuestionPart, isTheirs: boolean) =>
    setTaken((before) => [...before.filter((one) => one !== part), ...(isTheirs ? [part] : [])])
  return (
    <section className={classes.conflict} aria-label={words.heading}>
      <div role="alert">
        <h3>{words.heading}</h3>
        <p>{words.lead}</p>
      </div>
      {contested.map((part) => (
        <Radio.Group
          key={part}
          label={words.choose(words.parts[part])}
          value={taken.includes(part) ? 'theirs' : 'mine'}
          onChange={(value) => choose(part, value === 'theirs')}
          mb="md"
        >
          <Radio mt="xs" value="mine" label={<Side title={words.mine} part={part} draft={draft} />} />
          <Radio
            mt="xs"
            value="theirs"
            label={<Side title={words.theirs} part={part} draft={draftOf(theirs)} />}
          />
        </Radio.Group>
      ))}
      <Button loading={isBusy} onClick={() => onResolve(taken)}>
        {words.resolve}
      </Button>
    </section>
  )
}

/** A part as one of them wrote it. */
function Side({ title, part, draft }: { title: string; part: QuestionPart; draft: QuestionDraft }) {
  return (
    <span className={classes.version}>
      <strong>{title}</strong>
      {linesOf(part, draft).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never change places
        <span key={at}>{line}</span>
      ))}
    </span>
  )
}

function linesOf(part: QuestionPart, { question, explanation, options, right }: QuestionDraft): string[] {
  if (part === 'question') return [question]
  if (part === 'explanation') return [explanation.trim() === '' ? words.nothing : explanation]
  const lines = options.map(({ key, text }, at) => ({ key, line: `${letterOf(at)}: ${text}` }))
  if (part === 'options') return lines.map(({ line }) => line)
  return [lines.find(({ key }) => key === right)?.line ?? words.nothing]
}
