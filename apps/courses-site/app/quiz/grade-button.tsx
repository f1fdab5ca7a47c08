import type { AnswerView } from '@freeor/courses/attempts/answer-queue'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { quizTexts } from '../texts/quiz.ts'
import { type GradeFailure, sayFailure } from './grade-failure.ts'
import classes from './quiz.module.css'
import type { Answers } from './use-answers.ts'

type GradeButtonProps = { attempt: QuizAttempt; answers: Answers; views: readonly AnswerView[] }

/** Grades once everything is sent. With unanswered questions it asks first, and says how many they are. */
export function GradeButton({ attempt, answers, views }: GradeButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, grade } = useGrading(attempt.id, answers)
  const open = views.flatMap(({ optionId }, at) => (optionId === null ? [at + 1] : []))
  const asks = views.filter(({ state }) => state === 'asks').length
  const waiting = answers.queue?.waiting.length ?? 0
  const begin = () => {
    if (open.length > 0) setAsking(true)
    else void grade()
  }
  return (
    <>
      <Button type="button" size="lg" onClick={begin} loading={isBusy} disabled={answers.queue === undefined}>
        {quizTexts.grade}
      </Button>
      <p role="alert" className={classes.failure}>
        {sayFailure(failure, { waiting, asks, outcome: answers.outcome })}
      </p>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={quizTexts.gradeTitle}
        closeButtonProps={{ 'aria-label': `${quizTexts.close}: ${quizTexts.gradeTitle}` }}
      >
        <Text mb="md">{quizTexts.unanswered(open.length, open.join(', '))}</Text>
        <Group justify="flex-end" gap="sm">
          <Button type="button" variant="default" onClick={() => setAsking(false)}>
            {quizTexts.goBack}
          </Button>
          <Button
            type="button"
            onClick={() => {
              setAsking(false)
              void grade()
            }}
          >
            {quizTexts.gradeAnyway}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function useGrading(attemptId: string, answers: Answers) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GradeFailure>()
  const revalidator = useRevalidator()

  /** @returns why it is not graded; nothing once it is */
  async function send(): Promise<GradeFailure | undefined> {
    const { device, lastNumber: number, waiting } = await answers.settle()
    if (waiting.length > 0) return 'waits'
    const call = { params: { path: { attemptId } }, body: { device, number } }
    const { error, response } = await browserApi().POST('/api/quiz-attempts/{attemptId}/grade', call)
    if (response.ok || 'graded' in (error ?? {})) return undefined
    await answers.refresh()
    if ('conflicts' in (error ?? {})) return 'asks'
    return { said: (error as { detail?: string } | undefined)?.detail ?? quizTexts.notDone }
  }

  const grade = async () => {
    setBusy(true)
    setFailure(undefined)
    const why = await send().catch(() => ({ said: quizTexts.notDone }))
    setFailure(why)
    if (why === undefined) await revalidator.revalidate()
    setBusy(false)
  }
  return { isBusy, failure, grade }
}
