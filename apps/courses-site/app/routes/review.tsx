import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { formatDate } from '@freeor/ui/format'
import { Button, Title } from '@mantine/core'
import { Form, Link, redirect } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import longLabel from '../components/long-label.module.css'
import { introPath } from '../course/paths.ts'
import { LearnerTabs } from '../learning/learner-tabs.tsx'
import classes from '../quiz/quiz.module.css'
import { QuestionReview } from '../quiz/quiz-review.tsx'
import { ReviewQuestion } from '../quiz/review-question.tsx'
import { quizTexts } from '../texts/quiz.ts'
import { reviewTexts } from '../texts/review.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/review'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(reviewTexts.title) }]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = await openLearnerPage({ context, url })
  return await forPage(context, api.GET('/api/reviews').then(unwrap))
}

/** The choice, or an answer; the page then shows what is correct. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = serverApi(context)
  const form = await readForm(request)
  if (form.intent === 'answer') {
    const body = { questionId: form.text('questionId'), optionId: form.text('optionId') }
    try {
      return { reviewed: unwrap(await api.POST('/api/reviews/answers', { body })) }
    } catch (error) {
      // No option was chosen, or the question comes back no more: the page shows what is due now.
      if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 422))) throw error
      return { failure: error.message }
    }
  }
  const body = { on: form.text('on') === 'true' }
  await forPage(context, api.PUT('/api/reviews', { body }).then(unwrap))
  return redirect('/review')
}

/** Turns the reviews on or off. Works without script. */
function Choice({ on }: { on: boolean }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="on" value={String(!on)} />
      <Button
        type="submit"
        size={on ? 'sm' : 'lg'}
        variant={on ? 'default' : 'filled'}
        classNames={longLabel}
      >
        {on ? reviewTexts.stop : reviewTexts.start}
      </Button>
    </Form>
  )
}

function Progress({ loaderData: { progress, isDayDone, nextAt } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { due, learning, kept } = progress
  return (
    <section aria-labelledby="kept" className={classes.history}>
      <Title order={2} id="kept" size="h3">
        {reviewTexts.progress}
      </Title>
      <ul className={classes.plain}>
        <li>{reviewTexts.due(due)}</li>
        <li>{reviewTexts.learning(learning)}</li>
        <li>{reviewTexts.kept(kept)}</li>
        {(due === 0 || isDayDone) && nextAt ? <li>{reviewTexts.next(formatDate(nextAt))}</li> : null}
      </ul>
      <Choice on />
    </section>
  )
}

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  const { on, questions, isDayDone } = loaderData
  const [first] = questions
  const reviewed = actionData && 'reviewed' in actionData ? actionData.reviewed : undefined
  const failure = actionData && 'failure' in actionData ? actionData.failure : ''
  return (
    <div className={classes.page}>
      <LearnerTabs />
      <Title order={1}>{reviewTexts.heading}</Title>
      <p className={classes.lead}>{on ? reviewTexts.lead : reviewTexts.about}</p>
      {on ? null : (
        <div className={classes.finish}>
          <Choice on={false} />
        </div>
      )}
      {on && reviewed ? (
        <>
          <QuestionReview
            question={{ ...reviewed, revision: 0, conflict: [] }}
            position={1}
            label={reviewed.lessonTitle}
            mayReport={false}
          />
          <p role="status">{reviewTexts.again(formatDate(reviewed.dueAt))}</p>
          <Button component={Link} to="/review" size="lg">
            {first ? reviewTexts.nextQuestion : reviewTexts.finish}
          </Button>
        </>
      ) : null}
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {on && !reviewed && first ? <ReviewQuestion key={first.questionId} question={first} /> : null}
      {on && !reviewed && !first ? (
        <>
          <p className={classes.note}>{isDayDone ? reviewTexts.dayDone : reviewTexts.none}</p>
          <Link to={introPath}>{quizTexts.toLessons}</Link>
        </>
      ) : null}
      {on ? <Progress loaderData={loaderData} /> : null}
    </div>
  )
}
