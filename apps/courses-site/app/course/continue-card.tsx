import type { Continuation } from '@freeor/courses/catalog/schema'
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './continue-card.module.css'
import { CourseProgress } from './course-progress.tsx'
import { lessonPath } from './paths.ts'

/** The way back into the course, for a learner who left in the middle. */
export function ContinueCard({ continuation }: { continuation: Continuation }) {
  const { courseId, courseName, lesson, done, all } = continuation
  const { title, slug } = lesson.data
  return (
    <section aria-labelledby="continue" className={classes.card}>
      <Title order={2} size="h3" id="continue">
        {texts.course.continueHeading}
      </Title>
      <p className={classes.where}>{texts.course.continueAt(title, courseName)}</p>
      <CourseProgress done={done} all={all} />
      <Button component={Link} to={lessonPath(courseId, slug)}>
        {texts.course.continueButton}
      </Button>
    </section>
  )
}
