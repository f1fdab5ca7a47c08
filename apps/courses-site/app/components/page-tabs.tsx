import { NavLink } from 'react-router'
import classes from './page-tabs.module.css'

type PageTabsProps = {
  label: string
  /** Address and words of each page. */
  pages: readonly (readonly [to: string, words: string])[]
}

/** The links between pages that belong together. */
export function PageTabs({ label, pages }: PageTabsProps) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {pages.map(([to, words]) => (
        <NavLink key={to} to={to} end className={classes.tab}>
          {words}
        </NavLink>
      ))}
    </nav>
  )
}
