import { NavLink } from 'react-router'
import { frameTexts } from '../texts/frame.ts'
import classes from './learner-tabs.module.css'

const { learnerPages: words } = frameTexts

const pages = [
  ['/quizzes', words.quizzes],
  ['/review', words.review],
  ['/progress', words.progress],
] as const

/** The links between the pages of a learner: their quizzes, what they keep, how far they are. */
export function LearnerTabs() {
  return (
    <nav aria-label={words.navigation} className={classes.tabs}>
      {pages.map(([to, label]) => (
        <NavLink key={to} to={to} end className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
