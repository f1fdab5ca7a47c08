import { Link } from 'react-router'
import classes from './choice-link.module.css'

type ChoiceLinkProps = { to: string; isChosen: boolean; children: string }

/** One of the links that choose what a page lists: they work without script, and the choice is in the address. */
export function ChoiceLink({ to, isChosen, children }: ChoiceLinkProps) {
  return (
    <Link
      to={to}
      className={classes.choice}
      aria-current={isChosen ? 'page' : undefined}
      data-chosen={isChosen || undefined}
    >
      {children}
    </Link>
  )
}
