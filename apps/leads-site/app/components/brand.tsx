import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './site-frame.module.css'

/** The name with its mark, leading home. */
export function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={texts.brand}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <path d="M16 2l12 7v14l-12 7-12-7V9z" fill="var(--mantine-primary-color-filled)" />
        <path d="M12 23V9h9v3h-5.5v3H20v3h-4.5v5z" fill="#fff" />
      </svg>
      <span>{texts.brand}</span>
    </Link>
  )
}
