import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { QuestionStatistics } from '@freeor/courses/questions/statistics/schema'
import { formatCount } from '@freeor/ui/format'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { Markdown } from '../components/markdown.tsx'
import { quizEditPath } from '../course/paths.ts'
import { questionTexts } from '../texts/questions.ts'
import classes from './statistics.module.css'

const words = questionTexts.statistics

type Props = {
  lesson: { courseId: string; slug: string }
  questions: readonly QuestionStatistics[]
}

const shown = (value: number | null) => (value === null ? words.none : `${value.toFixed(1)}%`)

/** The figures of each question, with who chose which option. */
export function QuestionTable({ lesson, questions }: Props) {
  const { columns } = words
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={words.questions}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{columns.question}</th>
            <th scope="col" data-number>
              {columns.facility}
            </th>
            <th scope="col" data-number>
              {columns.standardDeviation}
            </th>
            <th scope="col" data-number>
              {columns.discriminationIndex}
            </th>
            <th scope="col" data-number>
              {columns.discriminationEfficiency}
            </th>
            <th scope="col">{columns.verdict}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map((one, at) => (
            <Fragment key={one.questionId}>
              <tr data-led>
                <th scope="row">
                  <Link
                    to={`${quizEditPath(lesson.courseId, lesson.slug)}#${one.questionId}`}
                  >{`${at + 1}`}</Link>
                  <Markdown text={one.question} />
                </th>
                <td data-number>
                  {shown(one.facility)}
                  <Interval of={one.facilityInterval} />
                </td>
                <td data-number>{shown(one.standardDeviation)}</td>
                <td data-number>
                  {shown(one.discriminationIndex)}
                  <Interval of={one.discriminationInterval} />
                </td>
                <td data-number>{shown(one.discriminationEfficiency)}</td>
                <td>
                  <Verdict question={one} />
                </td>
              </tr>
              <tr>
                <td colSpan={6}>
                  <OptionTable question={one} position={at + 1} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Interval({ of }: { of: QuestionStatistics['facilityInterval'] }) {
  return of ? <span className={classes.small}>{words.interval(shown(of.low), shown(of.high))}</span> : null
}

function Verdict({ question: { verdict, suspectedKey, options } }: { question: QuestionStatistics }) {
  if (verdict === null) return null
  const position = options.findIndex(({ optionId }) => optionId === suspectedKey)
  return (
    <>
      <span className={verdict === 'keyProbablyWrong' ? classes.bad : undefined}>
        {words.verdicts[verdict]}
      </span>
      {position < 0 ? null : <span className={classes.small}>{words.suspected(letterOf(position))}</span>}
    </>
  )
}

function OptionTable({
  question: { options },
  position,
}: {
  question: QuestionStatistics
  position: number
}) {
  const { option, chosen, upper, lower } = words.optionColumns
  return (
    <details className={classes.options}>
      <summary aria-label={words.optionsOf(position)}>{words.options}</summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{option}</th>
            <th scope="col" data-number>
              {chosen}
            </th>
            <th scope="col" data-number>
              {upper}
            </th>
            <th scope="col" data-number>
              {lower}
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map((one, at) => (
            <tr key={one.optionId}>
              <th scope="row">
                {letterOf(at)} <Markdown text={one.text} inline />{' '}
                {one.isKey ? <span className={classes.right}>({questionTexts.import.right})</span> : null}
              </th>
              <td data-number>{`${formatCount(one.chosen)} (${one.percent.toFixed(0)}%)`}</td>
              <td data-number>{formatCount(one.upper)}</td>
              <td data-number>{formatCount(one.lower)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
