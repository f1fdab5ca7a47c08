import { texts } from '../texts.ts'
import classes from './course-progress.module.css'

/** How many lessons are complete, as words and as a bar. */
export function CourseProgress({ done, all }: { done: number; all: number }) {
  return (
    <div className={classes.progress}>
      <progress className={classes.bar} value={done} max={Math.max(1, all)} aria-hidden />
      <p className={classes.words}>{texts.course.done(done, all)}</p>
    </div>
  )
}
