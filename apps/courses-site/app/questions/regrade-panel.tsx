import { unwrap } from '@freeor/api-client/client'
import type { RegradeAnswer } from '@freeor/courses/questions/regrade/schema'
import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'
import tables from './statistics.module.css'
import { useAction } from './use-question.ts'

const words = questionTexts.regrade

/** After a key was corrected: who is affected, and grading them again. */
export function RegradePanel({ question }: { question: AuthorQuestion }) {
  const { run, failure, isBusy } = useAction()
  const [preview, setPreview] = useState<RegradeAnswer>()
  const [reason, setReason] = useState('')
  const ask = async (body: { apply: boolean; affected?: number; reason?: string }) =>
    await run(async () => {
      const call = { params: { path: { questionId: question.id } }, body }
      setPreview(unwrap(await browserApi().POST('/api/questions/{questionId}/regrade', call)))
    })
  if (!preview)
    return (
      <div className={classes.actions} style={{ marginTop: 16 }}>
        <Button variant="default" loading={isBusy} onClick={() => void ask({ apply: false })}>
          {words.begin}
        </Button>
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      </div>
    )
  const isNothing = preview.affected + preview.open === 0
  return (
    <section className={classes.note} aria-label={words.begin}>
      <div role="status">
        {preview.applied ? <p>{words.done(preview.affected)}</p> : <Affected preview={preview} />}
      </div>
      <ChangedScores preview={preview} />
      {preview.applied || isNothing ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void ask({ apply: true, affected: preview.affected, reason })
          }}
        >
          <TextInput
            label={words.reason}
            size="md"
            required
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" mt="sm" loading={isBusy} disabled={reason.trim() === ''}>
            {words.apply}
          </Button>
        </form>
      )}
      <p className={classes.failure} role="alert">
        {failure}
      </p>
    </section>
  )
}

function Affected({ preview: { affected, raised, lowered, open, versions } }: { preview: RegradeAnswer }) {
  const isLost = versions.some(({ hasKey }) => !hasKey)
  return (
    <>
      {affected + open === 0 ? <p>{words.none}</p> : <p>{words.affected(affected)}</p>}
      {affected > 0 ? <p>{`${words.raised(raised)}, ${words.lowered(lowered)}.`}</p> : null}
      {open > 0 ? <p>{words.open(open)}</p> : null}
      {isLost ? <p>{words.lost}</p> : null}
    </>
  )
}

function ChangedScores({ preview: { attempts } }: { preview: RegradeAnswer }) {
  if (attempts.length === 0) return null
  return (
    <section className={tables.scroll} aria-label={words.table}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.learner}</th>
            <th scope="col" data-number>
              {words.before}
            </th>
            <th scope="col" data-number>
              {words.after}
            </th>
            <th scope="col">{words.certificate}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ attemptId, learner, scoreBefore, scoreAfter, questions, certificate }) => (
            <tr key={attemptId}>
              <th scope="row">{learner}</th>
              <td data-number>{`${scoreBefore} / ${questions}`}</td>
              <td data-number>{`${scoreAfter} / ${questions}`}</td>
              <td>{certificate ? <Link to={`/certificates/${certificate}`}>{certificate}</Link> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
