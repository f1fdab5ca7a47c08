import { unwrap } from '@freeor/api-client/client'
import { moveTo } from '@freeor/courses/authoring/order/apply-moves'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { expectDone } from '@freeor/site-frame/frame/answer'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { UndoToast } from '@freeor/ui/undo-toast'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { useUndo } from '@freeor/ui/use-undo'
import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { WhenNear } from '../components/when-near.tsx'
import { SortArea, SortItem } from '../order/sort-area.tsx'
import { inOrder, useOrder } from '../order/use-order.ts'
import { BankPanel } from '../questions/bank-panel.tsx'
import { BroughtIn, broughtInOf } from '../questions/brought-in.tsx'
import { openQuiz } from '../questions/open-quiz.ts'
import { QuestionEditor } from '../questions/question-editor.tsx'
import classes from '../questions/questions.module.css'
import { QuizTabs } from '../questions/quiz-tabs.tsx'
import { RemovedQuestions } from '../questions/removed-questions.tsx'
import { useAction } from '../questions/use-question.ts'
import { authoringTexts } from '../texts/authoring.ts'
import { questionTexts } from '../texts/questions.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/quiz-questions'

const words = questionTexts

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(words.title(loaderData?.lesson.title ?? '')) },
]

/** A page of more would be slow to write in. */
const mostShown = 200

/** The editors of so many questions come with the page: with all of them it would be 5 MB. */
const editorsAtOnce = 10

export async function loader(args: Route.LoaderArgs) {
  const { api, lesson, userId } = await openQuiz(args)
  const searched = new URL(args.request.url).searchParams.get('bank')
  const path = { lessonId: lesson.id }
  const [page, { remarks }, bank] = await forPage(
    args.context,
    Promise.all([
      api
        .GET('/api/lessons/{lessonId}/questions', { params: { path, query: { limit: mostShown } } })
        .then(unwrap),
      api.GET('/api/lessons/{lessonId}/questions/remarks', { params: { path } }).then(unwrap),
      searched === null
        ? undefined
        : api.GET('/api/questions', { params: { query: { ...path, q: searched, limit: 20 } } }).then(unwrap),
    ]),
  )
  return { lesson, userId, ...page, remarks, searched, bank }
}

type Data = Route.ComponentProps['loaderData']

function Remarks({ remarks, questions }: Pick<Data, 'remarks' | 'questions'>) {
  const positionOf = new Map(questions.map(({ id, position }) => [id, position]))
  return (
    <section aria-labelledby="remarks">
      <h2 id="remarks">{words.remarks}</h2>
      {remarks.length === 0 ? <p className={classes.hint}>{words.noRemarks}</p> : null}
      <ul className={classes.list}>
        {remarks.map(({ rule, questionIds, message }) => (
          <li key={`${rule} ${questionIds.join(' ')}`}>
            {message}{' '}
            {questionIds.length === 1 ? (
              <a
                href={`#${questionIds[0]}`}
              >{`${words.question} ${positionOf.get(questionIds[0] ?? '') ?? ''}`}</a>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ExportLinks({ courseId }: { courseId: string }) {
  const { title, gift, xml, csv } = words.exports
  const to = (format: string) => `/api/courses/${courseId}/questions/export?format=${format}`
  return (
    <section aria-labelledby="export">
      <h2 id="export">{title}</h2>
      <ul className={classes.list}>
        <li>
          <a href={to('gift')}>{gift}</a>
        </li>
        <li>
          <a href={to('moodle-xml')}>{xml}</a>
        </li>
        <li>
          <a href={to('csv')}>{csv}</a>
        </li>
      </ul>
    </section>
  )
}

type Waiting = { question: Data['questions'][number]; position: number; all: number }

/** A question far from what is in view: remarks lead to it. */
function WaitingQuestion({ question, position, all }: Waiting) {
  return (
    <article
      id={question.id}
      className={`${classes.question} ${classes.waiting}`}
      aria-labelledby={`${question.id}-position`}
    >
      <h2 id={`${question.id}-position`}>{words.position(position, all)}</h2>
      <p>{question.question}</p>
    </article>
  )
}

/** The editors of the questions, in the order that is shown while moves are under way. */
function OrderedQuestions({ questions, total, userId }: Pick<Data, 'questions' | 'total' | 'userId'>) {
  const undo = useUndo()
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const tell = (id: string, isUnsaved: boolean) =>
    setUnsaved((before) => [...before.filter((one) => one !== id), ...(isUnsaved ? [id] : [])])
  const { order, move, failure } = useOrder({
    ids: questions.map(({ id }) => id),
    nameOf: (id) => words.numbered(questions.find((one) => one.id === id)?.position ?? 0),
    undo,
    async send({ id: questionId, after }) {
      const call = { params: { path: { questionId } }, body: { after } }
      expectDone(await browserApi().POST('/api/questions/{questionId}/move', call))
    },
  })
  useUnsavedWork(unsaved.length > 0, questionTexts.leave)
  return (
    <>
      <p className={classes.failure} role="alert">
        {failure}
      </p>
      <SortArea order={order} onMove={move}>
        {[...inOrder(questions, order, ({ id }) => id).entries()].map(([at, question]) => (
          <SortItem key={question.id} id={question.id} at={at} as="div">
            <WhenNear
              isAtOnce={at < editorsAtOnce}
              waiting={<WaitingQuestion question={question} position={at + 1} all={total} />}
            >
              <QuestionEditor
                question={question}
                userId={userId}
                onUnsaved={tell}
                position={at + 1}
                all={total}
                onMove={(position) => move(moveTo(order, question.id, position))}
              />
            </WhenNear>
          </SortItem>
        ))}
      </SortArea>
      <UndoToast undo={undo} texts={{ undo: authoringTexts.undo, close: authoringTexts.close }} />
    </>
  )
}

type Listed = Pick<Data, 'questions' | 'total'> & { lessonId: string }

/** The import that led here, while some of it is in the quiz. The server does not know it: it is the link's state. */
function JustBroughtIn({ lessonId, questions, total }: Listed) {
  const isHydrated = useHydrated()
  const broughtIn = broughtInOf(useLocation().state)
  if (!isHydrated || broughtIn.length === 0) return null
  const listed = new Set(questions.map(({ id }) => id))
  const questionIds = total > questions.length ? broughtIn : broughtIn.filter((id) => listed.has(id))
  return <BroughtIn lessonId={lessonId} questionIds={questionIds} />
}

/** The questions of a lesson, as their author writes them. */
export default function QuizQuestions({ loaderData }: Route.ComponentProps) {
  const { lesson, userId, questions, total, remarks, searched, bank } = loaderData
  const { run, failure, isBusy } = useAction()
  // Other windows of the account's authors.
  useLiveReload(({ event, ids }) => event === 'course' && ids.includes(lesson.courseId))
  const add = () =>
    void run(async () => {
      const call = { params: { path: { lessonId: lesson.id } }, body: {} }
      expectDone(await browserApi().POST('/api/lessons/{lessonId}/questions', call))
    })
  return (
    <div className={classes.page}>
      <QuizTabs courseId={lesson.courseId} slug={lesson.slug} current="edit" />
      <p className={classes.lesson}>{lesson.title}</p>
      <Title order={1}>{words.heading}</Title>
      <p className={classes.lead}>{words.lead}</p>
      <div className={classes.columns}>
        <div>
          <JustBroughtIn lessonId={lesson.id} questions={questions} total={total} />
          <p className={classes.hint}>{words.keys}</p>
          {total === 0 ? <p>{words.empty}</p> : null}
          <OrderedQuestions questions={questions} total={total} userId={userId} />
          {total > questions.length ? (
            <p>{words.tooMany(questions.length, total)}</p>
          ) : (
            <RemovedQuestions lessonId={lesson.id} userId={userId} ids={questions.map(({ id }) => id)} />
          )}
          <Button size="lg" loading={isBusy} onClick={add}>
            {words.add}
          </Button>
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        </div>
        <aside className={classes.side}>
          <Remarks remarks={remarks} questions={questions} />
          <BankPanel lessonId={lesson.id} searched={searched} bank={bank} />
          <ExportLinks courseId={lesson.courseId} />
        </aside>
      </div>
    </div>
  )
}
