import { unwrap } from '@freeor/api-client/client'
import { letterOf } from '@freeor/courses/attempts/option-letter'
import { draftOf, type QuestionDraft } from '@freeor/courses/questions/drafts/question-draft'
import type { AuthorQuestion, QuestionVersion } from '@freeor/courses/questions/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { TextComparison } from '../editor/text-comparison.tsx'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'
import { useAction } from './use-question.ts'

const words = questionTexts.history

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A question as one text, for comparing. */
const textOf = ({ question, options, right, explanation }: QuestionDraft): string =>
  [
    question,
    ...options.map(
      ({ key, text }, at) => `${letterOf(at)}: ${text}${key === right ? ` (${words.right})` : ''}`,
    ),
    ...(explanation.trim() === '' ? [] : ['', explanation]),
  ].join('\n')

type Props = {
  question: AuthorQuestion
  draft: QuestionDraft
  /** Writes an earlier version into the fields: nothing is saved before the author says so. */
  onTake(draft: QuestionDraft): void
}

/** The versions of a question: what each said, how it differs from the fields now, and the way back to it. */
export function QuestionHistory({ question, draft, onTake }: Props) {
  const { run, failure, isBusy } = useAction()
  const [versions, setVersions] = useState<readonly QuestionVersion[]>()
  const [hasMore, setHasMore] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const read = (before?: number) =>
    void run(async () => {
      const path = { questionId: question.id }
      const query = before === undefined ? {} : { before }
      const call = { params: { path, query } }
      const page = unwrap(await browserApi().GET('/api/questions/{questionId}/versions', call))
      setVersions((known = []) => [...known, ...page.versions])
      setHasMore(page.hasMore)
      if (before === undefined)
        setChosen(String(page.versions.find(({ version }) => version < question.version)?.version ?? ''))
    })
  if (!versions)
    return (
      <div className={classes.actions}>
        <Button variant="default" loading={isBusy} onClick={() => read()}>
          {words.show}
        </Button>
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      </div>
    )
  const one = versions.find(({ version }) => String(version) === chosen)
  const then = one && draftOf({ ...question, ...one })
  return (
    <section className={classes.note} aria-label={words.heading}>
      <h3>{words.heading}</h3>
      <Select
        label={words.version}
        allowDeselect={false}
        value={chosen}
        onChange={setChosen}
        data={versions.map(({ version, created }) => ({
          value: String(version),
          label: words.numbered(version, clock.format(new Date(created))),
        }))}
        mb="md"
      />
      {hasMore ? (
        <Button variant="default" mb="md" loading={isBusy} onClick={() => read(versions.at(-1)?.version)}>
          {words.more}
        </Button>
      ) : null}
      {one && then ? (
        <>
          <TextComparison
            key={`${one.version} ${textOf(draft)}`}
            old={{ text: textOf(then), label: words.earlier(one.version) }}
            now={{ text: textOf(draft), label: words.now }}
          />
          <Button variant="default" mt="sm" onClick={() => onTake(then)}>
            {words.take(one.version)}
          </Button>
        </>
      ) : null}
    </section>
  )
}
