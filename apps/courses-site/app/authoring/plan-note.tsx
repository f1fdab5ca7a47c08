import type { AuthorPlan } from '@freeor/courses/authoring/plan-limits/schema'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { authoringTexts } from '../texts/authoring.ts'
import classes from './authoring.module.css'

type PlanNoteProps = { plan: AuthorPlan | null; kind: 'courses' | 'lessons' }

const words = authoringTexts

/** What is said of the plan: a heading and a sentence. */
function textsOf(kind: PlanNoteProps['kind'], allowed: number): readonly [string, string] {
  if (allowed === 0) return [words.planEndedHeading, words.planEnded]
  return [words.planHeading, kind === 'courses' ? words.planCourses(allowed) : words.planLessons(allowed)]
}

/** Says that the plan holds no more, in place of what would be refused, and leads to the plans. */
export function PlanNote({ plan, kind }: PlanNoteProps) {
  const [heading, sentence] = textsOf(kind, plan?.[kind] ?? 0)
  return (
    <div className={classes.note}>
      <p className={classes.noteHeading}>{heading}</p>
      <p>{sentence}</p>
      <Button component={Link} to="/_subscribe/">
        {words.upgrade}
      </Button>
    </div>
  )
}

/** Whether one more fits; null has no limit. */
export const hasRoom = (allowed: number | null | undefined, used: number): boolean =>
  allowed === null || used < (allowed ?? 0)
