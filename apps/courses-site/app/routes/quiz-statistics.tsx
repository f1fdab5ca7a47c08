import { unwrap } from '@freeor/api-client/client'
import { countedAttempts } from '@freeor/courses/questions/statistics/limits'
import type { QuizStatistics } from '@freeor/courses/questions/statistics/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { Button, NativeSelect, Title } from '@mantine/core'
import { Form } from 'react-router'
import { openQuiz } from '../questions/open-quiz.ts'
import { QuestionTable } from '../questions/question-table.tsx'
import classes from '../questions/questions.module.css'
import { QuizTabs } from '../questions/quiz-tabs.tsx'
import figures from '../questions/statistics.module.css'
import { downloadCsv, statisticsCsv } from '../questions/statistics-csv.ts'
import { FacilityPlot, ScorePlot } from '../questions/statistics-plots.tsx'
import { ViewingPlot } from '../questions/viewing-plot.tsx'
import { questionTexts } from '../texts/questions.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/quiz-statistics'

const words = questionTexts.statistics

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader(args: Route.LoaderArgs) {
  const { api, lesson } = await openQuiz(args)
  const asked = new URL(args.request.url).searchParams.get('attempts')
  const attempts = countedAttempts.find((name) => name === asked) ?? 'first'
  const call = { params: { path: { lessonId: lesson.id }, query: { attempts } } }
  const [statistics, viewing] = await forPage(
    args.context,
    Promise.all([
      api.GET('/api/lessons/{lessonId}/statistics', call).then(unwrap),
      api.GET('/api/lessons/{lessonId}/viewing', { params: { path: { lessonId: lesson.id } } }).then(unwrap),
    ]),
  )
  return { lesson, statistics, viewing }
}

const shown = (value: number | null, sign = '%') =>
  value === null ? words.none : `${value.toFixed(1)}${sign}`

const intervals = { mean: 'meanInterval', coefficientOfInternalConsistency: 'coefficientInterval' } as const

function Figures({ statistics }: { statistics: QuizStatistics }) {
  const names = Object.keys(words.figures) as (keyof typeof words.figures)[]
  return (
    <dl className={figures.figures}>
      {names.map((name) => {
        const isPlain = name === 'skewness' || name === 'kurtosis'
        const interval = name in intervals ? statistics[intervals[name as keyof typeof intervals]] : null
        return (
          <div key={name}>
            <dt>{words.figures[name]}</dt>
            <dd>
              {isPlain ? (statistics[name]?.toFixed(2) ?? words.none) : shown(statistics[name])}
              {interval ? (
                <span className={figures.small}>
                  {words.interval(shown(interval.low), shown(interval.high))}
                </span>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The statistics of a quiz and of its questions. */
export default function Statistics({ loaderData: { lesson, statistics, viewing } }: Route.ComponentProps) {
  const { attempts, learners, leftOut, questions, counted } = statistics
  return (
    <div className={classes.page}>
      <QuizTabs courseId={lesson.courseId} slug={lesson.slug} current="statistics" />
      <p className={classes.lesson}>{lesson.title}</p>
      <Title order={1}>{words.title}</Title>
      <p className={classes.lead}>{words.lead}</p>
      <Form method="get" className={classes.row}>
        <NativeSelect
          label={words.counted}
          name="attempts"
          size="md"
          defaultValue={counted}
          data={countedAttempts.map((value) => ({ value, label: words.which[value] }))}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        />
        <noscript>
          <button type="submit">{words.title}</button>
        </noscript>
      </Form>
      {attempts === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <p role="status">
            {words.attempts(attempts, learners)} {leftOut > 0 ? words.leftOut(leftOut) : null}{' '}
            {attempts < 20 ? words.few : null}
          </p>
          <Title order={2}>{words.quiz}</Title>
          <Figures statistics={statistics} />
          <div className={figures.plots}>
            <ScorePlot distribution={statistics.distribution} />
            <FacilityPlot questions={questions} />
          </div>
          <Title order={2}>{words.questions}</Title>
          <QuestionTable lesson={lesson} questions={questions} />
          <Button
            variant="default"
            onClick={() => downloadCsv(`statistics-${lesson.slug}.csv`, statisticsCsv(statistics))}
          >
            {words.csv}
          </Button>
        </>
      )}
      <div className={figures.single}>
        <ViewingPlot viewing={viewing} />
      </div>
    </div>
  )
}
