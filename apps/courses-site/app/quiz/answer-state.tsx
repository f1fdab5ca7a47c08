import type { AnswerView } from '@freeor/courses/attempts/answer-queue'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import { quizTexts } from '../texts/quiz.ts'
import classes from './quiz.module.css'

const icons = { saved: IconCheck, waiting: IconCloudOff, asks: IconAlertTriangle } as const

/** What became of an answer, in words and with a sign. `isOnline`: the last sending did not fail. */
export function AnswerState({ state, isOnline }: { state: AnswerView['state']; isOnline: boolean }) {
  const shown = state === 'waiting' && isOnline ? 'saving' : state
  const Icon = shown === 'open' || shown === 'saving' ? undefined : icons[shown]
  return (
    <p className={classes.state} data-state={shown}>
      {Icon ? <Icon size={18} aria-hidden /> : null}
      {quizTexts[shown]}
    </p>
  )
}
