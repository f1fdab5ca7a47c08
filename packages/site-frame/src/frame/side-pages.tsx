import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import classes from './side-pages.module.css'

export type SideLink = { to: string; label: string }

export type SidePagesProps = {
  /** What the links are, for those who cannot see them. */
  label: string
  links: readonly SideLink[]
  /** Tables want the room. */
  wide?: boolean
  children: ReactNode
}

/** A page among its sisters: their links beside it, or above it on a phone. */
export function SidePages({ label, links, wide, children }: SidePagesProps) {
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <nav aria-label={label} className={classes.nav}>
        {links.map((link) => (
          <NavLink key={link.to} to={link.to}>
            {link.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.body}>{children}</div>
    </div>
  )
}
