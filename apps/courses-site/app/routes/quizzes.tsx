import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { AttemptCard } from '@freeor/courses/attempts/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt as attemptTo, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { UndoToast } from '@freeor/ui/undo-toast'
import { Button, Title } from '@mantine/core'
import { Link, redirect } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { ChoiceLink } from '../components/choice-link.tsx'
import { introPath } from '../course/paths.ts'
import { LearnerTabs } from '../learning/learner-tabs.tsx'
import classes from '../quiz/quiz-card.module.css'
import { QuizCard } from '../quiz/quiz-card.tsx'
import { useMarks } from '../quiz/use-marks.ts'
import { quizTexts } from '../texts/quiz.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/quizzes'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(quizTexts.title) }]

const shows = ['current', 'favorites', 'archived'] as const

const pageOfCards = 200

/** The newest attempt of each lesson, all of them: a list that stops would lose quizzes without a word. */
async function readCards(api: ApiClient) {
  const cards: AttemptCard[] = []
  for (;;) {
    const before = cards.at(-1)?.id
    const query = { newest: 'true' as const, limit: pageOfCards, ...(before && { before }) }
    const { attempts } = await api.GET('/api/quiz-attempts', { params: { query } }).then(unwrap)
    cards.push(...attempts)
    if (attempts.length < pageOfCards) return cards
  }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = await openLearnerPage({ context, url })
  const asked = url.searchParams.get('show')
  const show = shows.find((one) => one === asked) ?? 'current'
  const cards = await forPage(context, readCards(api))
  return { show, hasAny: cards.length > 0, cards }
}

/** Opens the quiz of a lesson, and marks a card. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.intent === 'start') {
    // A visitor is asked for an account by the page itself.
    const { api } = await openLearnerPage({ context, url })
    const body = { lessonId: form.text('lessonId') }
    const { id } = await forPage(context, api.POST('/api/quiz-attempts', { body }).then(unwrap))
    return redirect(`/quiz/${id}`)
  }
  if (form.intent !== 'mark') return refusal('', quizTexts.notDone)
  const flag = (name: string) => (form.text(name) === '' ? {} : { [name]: form.text(name) === 'true' })
  const call = {
    params: { path: { attemptId: form.text('attemptId') } },
    body: { ...flag('favorite'), ...flag('archived') },
  }
  const mark = async () => unwrap(await serverApi(context).PATCH('/api/quiz-attempts/{attemptId}', call))
  return await attemptTo({ intent: 'mark', work: mark, done: '' })
}

function Filters({ show }: { show: (typeof shows)[number] }) {
  return (
    <nav aria-label={quizTexts.show} className={classes.filters}>
      {shows.map((one) => (
        <ChoiceLink
          key={one}
          to={one === 'current' ? '/quizzes' : `/quizzes?show=${one}`}
          isChosen={one === show}
        >
          {quizTexts[one]}
        </ChoiceLink>
      ))}
    </nav>
  )
}

export default function Quizzes({ loaderData: { show, hasAny, cards } }: Route.ComponentProps) {
  const { shown, mark, undo, failure } = useMarks(cards)
  useLiveReload(({ event }) => event === 'progress' || event === 'course')
  const listed = shown.filter(({ archived, favorite }) =>
    show === 'archived' ? archived : !archived && (show === 'current' || favorite),
  )
  return (
    <div className={classes.page}>
      <LearnerTabs />
      <Title order={1}>{quizTexts.heading}</Title>
      <p className={classes.lead}>{hasAny ? quizTexts.lead : quizTexts.none}</p>
      {hasAny ? <Filters show={show} /> : null}
      <p role="alert" className={classes.failure}>
        {failure}
      </p>
      {hasAny && listed.length === 0 ? <p className={classes.lead}>{quizTexts.nothing[show]}</p> : null}
      <ul className={classes.grid}>
        {listed.map((card) => (
          <QuizCard key={card.id} card={card} onMark={mark} />
        ))}
      </ul>
      {hasAny ? null : (
        <Button component={Link} to={introPath} size="lg">
          {quizTexts.toLessons}
        </Button>
      )}
      <UndoToast undo={undo} texts={{ undo: quizTexts.undo, close: quizTexts.close }} />
    </div>
  )
}
