import { ProgressBar } from '../components/progress-bar.tsx'
import { texts } from '../texts.ts'
import classes from './course-progress.module.css'

/** How many lessons are complete, as words and as a bar. */
export function CourseProgress({ done, all }: { done: number; all: number }) {
  return (
    <div className={classes.progress}>
      <ProgressBar value={done} max={all} />
      <p className={classes.words}>{texts.course.done(done, all)}</p>
    </div>
  )
}
