import type { AnswerView } from '@freeor/courses/attempts/answer-queue'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'

const icons = { saved: IconCheck, waiting: IconCloudOff, asks: IconAlertTriangle } as const

/**
 * What became of an answer, in words and with a sign. `isHeld`: what waits is on the disk, and the last sending failed.
 * Before that nothing says that it waits: a browser that crashed then would lose it.
 */
export function AnswerState({ state, isHeld }: { state: AnswerView['state']; isHeld: boolean }) {
  const shown = state === 'waiting' && !isHeld ? 'saving' : state
  const Icon = shown === 'open' || shown === 'saving' ? undefined : icons[shown]
  return (
    <p className={classes.state} data-state={shown}>
      {Icon ? <Icon size={18} aria-hidden /> : null}
      {quizTexts[shown]}
    </p>
  )
}
