import { formatCount, formatDate } from '@freeor/ui/format'
import { Title } from '@mantine/core'
import { useId } from 'react'
import { organizationTexts } from '../texts/organization.ts'
import classes from './org.module.css'

const words = organizationTexts.progress

export type Week = { week: string; lessons: number }

const [width, height, foot] = [720, 200, 24]

/** Lessons finished in each week, as columns; the same as words for screen readers. */
export function WeekPlot({ weeks, title }: { weeks: readonly Week[]; title: string }) {
  const id = useId()
  const most = Math.max(1, ...weeks.map(({ lessons }) => lessons))
  const step = width / Math.max(1, weeks.length)
  const heightOf = (lessons: number) => ((height - foot - 20) * lessons) / most
  const spoken = weeks
    .filter(({ lessons }) => lessons > 0)
    .map(({ week, lessons }) => `${words.weekOf(formatDate(week))}: ${words.inWeek(formatCount(lessons))}`)
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.plot}
        role="img"
        aria-label={spoken.join(', ')}
      >
        <line x1="0" x2={width} y1={height - foot} y2={height - foot} />
        {weeks.map(({ week, lessons }, at) => (
          <g key={week}>
            <rect
              x={at * step + 3}
              y={height - foot - heightOf(lessons)}
              width={step - 6}
              height={heightOf(lessons)}
              rx="2"
            >
              <title>{`${words.weekOf(formatDate(week))}: ${words.inWeek(formatCount(lessons))}`}</title>
            </rect>
            {lessons === most ? (
              <text x={at * step + step / 2} y={height - foot - heightOf(lessons) - 6} textAnchor="middle">
                {formatCount(lessons)}
              </text>
            ) : null}
          </g>
        ))}
        {[0, Math.floor(weeks.length / 2), weeks.length - 1].map((at, n) => (
          <text
            key={at}
            x={n === 0 ? 0 : n === 1 ? at * step + step / 2 : width}
            y={height - 6}
            textAnchor={n === 0 ? 'start' : n === 1 ? 'middle' : 'end'}
          >
            {formatDate(weeks[at]?.week ?? '')}
          </text>
        ))}
      </svg>
    </section>
  )
}

export type LessonBar = { _docId: string; title: string; order: number; share: number; value: string }

/** A share for each lesson, as bars with their values beside them. */
export function LessonPlot({ lessons, title }: { lessons: readonly LessonBar[]; title: string }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      <ul className={classes.lessonBars}>
        {lessons.map(({ _docId, title: name, order, share, value }) => (
          <li key={_docId}>
            <span>{`${order}. ${name}`}</span>
            <span>{value}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${Math.round(100 * Math.min(1, share))}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
