import { countedLessons, isComplete } from '@freeor/courses/catalog/next-lesson'
import type { ListedLesson } from '@freeor/courses/catalog/schema'
import { Badge } from '@mantine/core'
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs'
import { Link } from 'react-router'
import { CertificateButton } from '../certificates/certificate-button.tsx'
import { texts } from '../texts.ts'
import classes from './lesson-list.module.css'
import { describeState, minutesOf } from './lesson-progress.ts'
import { lessonPath } from './paths.ts'

function Mark({ lesson }: { lesson: ListedLesson }) {
  if (isComplete(lesson)) return <IconCircleCheckFilled className={classes.done} size={28} aria-hidden />
  return (
    <span className={classes.number} aria-hidden>
      {lesson.data.order}
    </span>
  )
}

type LessonRowProps = { courseId: string; lesson: ListedLesson; isCurrent: boolean }

function LessonRow({ courseId, lesson, isCurrent }: LessonRowProps) {
  const { data, state, isPreview } = lesson
  const minutes = minutesOf(lesson)
  const facts = [...(minutes === undefined ? [] : [texts.course.minutes(minutes)]), ...describeState(state)]
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <Mark lesson={lesson} />
      <div className={classes.text}>
        <Link
          to={lessonPath(courseId, data.slug)}
          className={classes.link}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {data.title}
        </Link>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      {data.published ? null : (
        <Badge color="orange" variant="light">
          {texts.course.draft}
        </Badge>
      )}
      {isPreview && state === null ? <Badge variant="default">{texts.course.preview}</Badge> : null}
    </li>
  )
}

type LessonListProps = {
  courseId: string
  lessons: readonly ListedLesson[]
  /** The lesson whose page this is. */
  currentId?: string
  /** Of the learner's certificate, where it is known; asking for it again leads to the same one. */
  serial?: string | null
}

/** The lessons of a course in order, each with what the learner has done of it. */
export function LessonList({ courseId, lessons, currentId, serial = null }: LessonListProps) {
  const counted = countedLessons(lessons)
  const isFinished = counted.length > 0 && counted.every(isComplete)
  return (
    <ol className={classes.list}>
      {lessons.map((lesson) => (
        <LessonRow
          key={lesson._docId}
          courseId={courseId}
          lesson={lesson}
          isCurrent={lesson._docId === currentId}
        />
      ))}
      {isFinished ? (
        <li className={classes.certificate}>
          <CertificateButton courseId={courseId} isComplete serial={serial} />
        </li>
      ) : null}
    </ol>
  )
}
