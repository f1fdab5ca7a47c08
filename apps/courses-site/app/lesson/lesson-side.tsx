import type { CourseAnswer, ListedLesson } from '@freeor/courses/catalog/schema'
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { LessonList } from '../course/lesson-list.tsx'
import { lessonPath } from '../course/paths.ts'
import { lessonTexts } from '../texts/lesson.ts'
import classes from './lesson-page.module.css'

const words = lessonTexts

export type OfCourse = { course: CourseAnswer; lessons: readonly ListedLesson[]; currentId: string }

/** The lessons before and after this one. */
export function LessonLinks({ course, lessons, currentId }: OfCourse) {
  const at = lessons.findIndex(({ _docId }) => _docId === currentId)
  const before = lessons[at - 1]
  const after = lessons[at + 1]
  if (!(before || after)) return null
  return (
    <nav aria-label={words.lessonLinks} className={classes.links}>
      {before ? (
        <Link to={lessonPath(course._docId, before.data.slug)} rel="prev">
          <span aria-hidden>← </span>
          {words.previous(before.data.title)}
        </Link>
      ) : null}
      {after ? (
        <Link to={lessonPath(course._docId, after.data.slug)} rel="next" className={classes.after}>
          {words.next(after.data.title)}
          <span aria-hidden> →</span>
        </Link>
      ) : null}
    </nav>
  )
}

/** Beside a lesson: the list of its course. */
export function CourseSide({ course, lessons, currentId }: OfCourse) {
  return (
    <section aria-labelledby="others" data-no-print>
      <Title order={2} size="h4" id="others">
        {words.others}
      </Title>
      <div className={classes.list}>
        <LessonList courseId={course._docId} lessons={lessons} currentId={currentId} />
      </div>
    </section>
  )
}
