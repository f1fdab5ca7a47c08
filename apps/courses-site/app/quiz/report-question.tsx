import type { Answer } from '@freeor/site-frame/frame/answer'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Button, Textarea } from '@mantine/core'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'

/** "Something is wrong with this question": a few words to the author. Works without script. */
export function ReportQuestion({ questionId }: { questionId: string }) {
  const fetcher = useFetcher<Answer>({ key: `report-${questionId}` })
  return fetcher.data?.ok ? (
    <p role="status" className={classes.status}>
      {quizTexts.reported}
    </p>
  ) : (
    <ReportForm questionId={questionId} fetcher={fetcher} />
  )
}

type ReportFormProps = { questionId: string; fetcher: FetcherWithComponents<Answer> }

function ReportForm({ questionId, fetcher }: ReportFormProps) {
  const answer = fetcher.data
  const { form, onInput } = useChanges({ text: '' })
  return (
    <details className={classes.report}>
      <summary>{quizTexts.report}</summary>
      <fetcher.Form method="post" ref={form} onInput={onInput}>
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="questionId" value={questionId} />
        <Textarea
          name="text"
          label={quizTexts.reportLabel}
          maxLength={2000}
          required
          autosize
          minRows={3}
          error={answer && !answer.ok ? answer.text : undefined}
        />
        <Button type="submit" variant="default" mt="sm" loading={fetcher.state !== 'idle'}>
          {quizTexts.reportSend}
        </Button>
      </fetcher.Form>
    </details>
  )
}
