import type { AttemptCard } from '@freeor/courses/attempts/schema'
import { Button, Group } from '@mantine/core'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { Form, Link } from 'react-router'
import { ProgressBar } from '../components/progress-bar.tsx'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz-card.module.css'
import { QuizDate } from './quiz-date.tsx'

type QuizCardProps = {
  card: AttemptCard
  onMark(card: AttemptCard, marks: { favorite?: boolean; archived?: boolean }): void
}

/** What the card says of the learner's grades: the last one, the best beside it where that is another. */
function Scores({
  card: { graded, percent, score, questionCount, gradedAt, last, best },
}: {
  card: AttemptCard
}) {
  const words = quizTexts
  return (
    <div className={classes.scores}>
      <p className={classes.main}>
        {graded ? words.graded(score ?? 0, questionCount) : words.inProgress(percent)}
      </p>
      {graded ? null : <ProgressBar value={percent} max={100} />}
      {gradedAt ? <QuizDate at={gradedAt} words={words.gradedOn} /> : null}
      {!graded && last ? (
        <>
          <p>{words.last(last.score, last.questions)}</p>
          <QuizDate at={last.gradedAt} words={words.gradedOn} />
        </>
      ) : null}
      {best && last && best.score > last.score ? <p>{words.best(best.score, best.questions)}</p> : null}
    </div>
  )
}

/** A quiz of the learner: its newest attempt, with the grades so far. */
export function QuizCard({ card, onMark }: QuizCardProps) {
  const { id, name, lessonTitle, favorite, archived } = card
  const Star = favorite ? IconStarFilled : IconStar
  const mark = (marks: { favorite?: boolean; archived?: boolean }) => ({
    onSubmit: (event: { preventDefault(): void }) => {
      event.preventDefault()
      onMark(card, marks)
    },
  })
  const hidden = (marks: object) =>
    Object.entries({ intent: 'mark', attemptId: id, ...marks }).map(([key, value]) => (
      <input key={key} type="hidden" name={key} value={String(value)} />
    ))
  return (
    <li className={classes.card}>
      {lessonTitle === name ? null : <p className={classes.lesson}>{lessonTitle}</p>}
      <Link to={`/quiz/${id}`} className={classes.link}>
        {name}
      </Link>
      <Scores card={card} />
      <Group gap="xs" className={classes.marks}>
        <Form method="post" {...mark({ favorite: !favorite })}>
          {hidden({ favorite: !favorite })}
          <Button
            type="submit"
            variant="subtle"
            aria-pressed={favorite}
            aria-label={`${quizTexts.favorite}: ${name}, ${lessonTitle}`}
            leftSection={<Star size={18} aria-hidden />}
          >
            {quizTexts.favorite}
          </Button>
        </Form>
        <Form method="post" {...mark({ archived: !archived })}>
          {hidden({ archived: !archived })}
          <Button
            type="submit"
            variant="subtle"
            aria-label={`${archived ? quizTexts.unarchive : quizTexts.archive}: ${name}, ${lessonTitle}`}
            leftSection={<IconArchive size={18} aria-hidden />}
          >
            {archived ? quizTexts.unarchive : quizTexts.archive}
          </Button>
        </Form>
      </Group>
    </li>
  )
}
