import type { Answer } from '@freeor/site-frame/frame/answer'
import { Button, Textarea } from '@mantine/core'
import { useFetcher } from 'react-router'
import { texts } from '../texts.ts'
import classes from './quiz.module.css'

/** "Something is wrong with this question": a few words to the author. Works without script. */
export function ReportQuestion({ questionId }: { questionId: string }) {
  const fetcher = useFetcher<Answer>({ key: `report-${questionId}` })
  const answer = fetcher.data
  if (answer?.ok)
    return (
      <p role="status" className={classes.standing}>
        {texts.quiz.reported}
      </p>
    )
  return (
    <details className={classes.report}>
      <summary>{texts.quiz.report}</summary>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="questionId" value={questionId} />
        <Textarea
          name="text"
          label={texts.quiz.reportLabel}
          maxLength={2000}
          required
          autosize
          minRows={3}
          error={answer && !answer.ok ? answer.text : undefined}
        />
        <Button type="submit" variant="default" mt="sm" loading={fetcher.state !== 'idle'}>
          {texts.quiz.reportSend}
        </Button>
      </fetcher.Form>
    </details>
  )
}
