import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt as attemptTo, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Button, Title } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { CertificateButton } from '../certificates/certificate-button.tsx'
import { lessonPath } from '../course/paths.ts'
import { AttemptHistory } from '../quiz/attempt-history.tsx'
import { LateClicks } from '../quiz/late-clicks.tsx'
import classes from '../quiz/quiz.module.css'
import { QuizForm } from '../quiz/quiz-form.tsx'
import { QuizReview } from '../quiz/quiz-review.tsx'
import { quizTexts } from '../texts/quiz.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/quiz'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.attempt.name ?? quizTexts.title) },
]

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { api, me } = await openLearnerPage({ context, url })
  const path = { attemptId: params.quizId }
  const attempt = await forPage(
    context,
    api.GET('/api/quiz-attempts/{attemptId}', { params: { path } }).then(unwrap),
  )
  const { lessonId } = attempt
  const [lesson, others] = await Promise.all([
    // A lesson that was unpublished since has no page; its attempts are there all the same.
    api.GET('/api/lessons/{lessonId}', { params: { path: { lessonId } } }),
    forPage(context, api.GET('/api/quiz-attempts', { params: { query: { lessonId } } }).then(unwrap)),
  ])
  const courseId = lesson.data?.course[0]
  const lessonAt = lesson.data && courseId ? lessonPath(courseId, lesson.data.data.slug) : undefined
  return {
    ...{ attempt, lessonAt, isGone: lesson.response.status === 404, isActing: me.impersonatedBy !== null },
    completed: attempt.graded && courseId ? await findCompleted(api, courseId) : undefined,
    history: others.attempts.filter(({ id, graded }) => graded && id !== attempt.id),
  }
}

/** The learner's certificate of a course that they have completed, or the button for it. */
async function findCompleted(api: ApiClient, courseId: string) {
  const { data } = await api.GET('/api/courses/{courseId}/certificate', { params: { path: { courseId } } })
  if (!data?.isComplete) return
  const { isComplete, serial, canRenew } = data
  return { courseId, isComplete, serial, canRenew }
}

/** A report of a question. Answers and grading are sent by the page itself. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const api = serverApi(context)
  const form = await readForm(request)
  const attemptId = params.quizId
  if (form.intent !== 'report') return refusal('', quizTexts.notDone)
  const path = { attemptId, questionId: form.text('questionId') }
  const call = { params: { path }, body: { text: form.text('text') } }
  const report = '/api/quiz-attempts/{attemptId}/questions/{questionId}/report'
  return await attemptTo({
    intent: 'report',
    work: async () => unwrap(await api.POST(report, call)),
    done: quizTexts.reported,
  })
}

type GradeProps = { attempt: QuizAttempt; opened: RefObject<string | undefined> }

/** The grade. It takes the focus where it appears in place of the questions: whoever cannot see it hears it. */
function Grade({ attempt: { id, score, questionCount }, opened }: GradeProps) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (opened.current === id) words.current?.focus()
  }, [id, opened])
  return (
    <p ref={words} tabIndex={-1} className={classes.score}>
      {quizTexts.score(score ?? 0, questionCount)}
    </p>
  )
}

type GradedProps = Pick<Route.ComponentProps, 'loaderData'> & Pick<GradeProps, 'opened'>

function Graded({ loaderData, opened }: GradedProps) {
  const { attempt, isGone, isActing, completed, history } = loaderData
  return (
    <>
      <div className={classes.grade}>
        <Grade attempt={attempt} opened={opened} />
        {isActing || isGone ? null : (
          <Form method="post" action={`/quiz/${attempt.id}/retake`}>
            <Button type="submit" size="lg" variant={completed ? 'default' : 'filled'}>
              {quizTexts.retake}
            </Button>
          </Form>
        )}
      </div>
      {isGone ? <p className={classes.note}>{quizTexts.gone}</p> : null}
      {completed && !isActing ? (
        <div className={classes.completed}>
          <p>{texts.course.complete}</p>
          <CertificateButton {...completed} />
        </div>
      ) : null}
      {isActing ? null : <LateClicks attempt={attempt} />}
      {isActing || attempt.score === attempt.questionCount ? null : (
        <p>
          <Link to="/review">{quizTexts.keep}</Link>
        </p>
      )}
      <QuizReview attempt={attempt} mayReport={!isActing} />
      <AttemptHistory attempts={history} />
    </>
  )
}

export default function Quiz({ loaderData }: Route.ComponentProps) {
  const { attempt, lessonAt, isActing } = loaderData
  /** The attempt whose questions were on this page before it was graded. */
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (!attempt.graded) opened.current = attempt.id
  }, [attempt])
  return (
    <div className={classes.page}>
      <nav className={classes.ways} aria-label={quizTexts.title}>
        {lessonAt ? <Link to={lessonAt}>{quizTexts.backToLesson}</Link> : null}
        <Link to="/quizzes">{quizTexts.allQuizzes}</Link>
      </nav>
      {attempt.lessonTitle === attempt.name ? null : <p className={classes.lesson}>{attempt.lessonTitle}</p>}
      <Title order={1}>{attempt.name}</Title>
      {attempt.description ? <p className={classes.lead}>{attempt.description}</p> : null}
      {attempt.questionCount === 0 ? <p className={classes.note}>{quizTexts.empty}</p> : null}
      {attempt.questionCount > 0 && !attempt.graded ? (
        <QuizForm key={attempt.id} attempt={attempt} isReadOnly={isActing} />
      ) : null}
      {attempt.graded ? <Graded key={attempt.id} loaderData={loaderData} opened={opened} /> : null}
    </div>
  )
}
