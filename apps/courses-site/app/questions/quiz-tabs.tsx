import { Link } from 'react-router'
import { lessonPath, quizEditPath } from '../course/paths.ts'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'

const { pages, navigation } = questionTexts

type Props = { courseId: string; slug: string; current: 'edit' | 'import' | 'statistics' }

/** The pages of a quiz for its authors. */
export function QuizTabs({ courseId, slug, current }: Props) {
  const quiz = quizEditPath(courseId, slug)
  const links = [
    ['edit', quiz],
    ['import', `${quiz}/import`],
    ['statistics', `${quiz}/statistics`],
  ] as const
  return (
    <nav className={classes.tabs} aria-label={navigation}>
      {links.map(([page, to]) => (
        <Link key={page} to={to} aria-current={page === current ? 'page' : undefined}>
          {pages[page]}
        </Link>
      ))}
      <Link to={lessonPath(courseId, slug)}>{pages.lesson}</Link>
    </nav>
  )
}
