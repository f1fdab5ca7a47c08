import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { lessonPath } from '../course/paths.ts'
import { texts } from '../texts.ts'
import classes from './course-contents.module.css'

const { landing: words } = texts

type Lesson = {
  readonly lessonId: string
  readonly courseId: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly durationSeconds: number | null
}

const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60))

/** The lessons of the introductory course as the contents of a book; the way in where there are none yet. */
export function CourseContents({ lessons }: { lessons: readonly Lesson[] }) {
  return (
    <section className={classes.band} aria-labelledby="contents">
      <div className={classes.page}>
        <div className={classes.head}>
          <h2 id="contents">{words.contents}</h2>
          <p>{lessons.length > 0 ? words.contentsNote : words.soon}</p>
          {lessons.length > 0 ? (
            <Button component={Link} to="/intro" variant="default">
              {words.openCourse}
            </Button>
          ) : null}
        </div>
        {lessons.length > 0 ? (
          <ol className={classes.contents}>
            {lessons.map(({ lessonId, courseId, slug, title, description, durationSeconds }) => (
              <li key={lessonId}>
                <div className={classes.line}>
                  <Link to={lessonPath(courseId, slug)}>{title}</Link>
                  {durationSeconds === null ? null : (
                    <>
                      <span className={classes.dots} aria-hidden="true" />
                      <span className={classes.minutes}>{words.minutes(minutesOf(durationSeconds))}</span>
                    </>
                  )}
                </div>
                {description ? <p>{description}</p> : null}
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </section>
  )
}
