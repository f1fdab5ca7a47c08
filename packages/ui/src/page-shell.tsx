import type { ReactNode } from 'react'
import classes from './page-shell.module.css'

export type PageShellProps = {
  skipText: string
  navLabel: string
  brand: ReactNode
  nav?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** What must be seen on every page, above its header. */
  banner?: ReactNode
  /** The page fills the window and scrolls inside itself, as a tool does. */
  fill?: boolean
  children: ReactNode
}

/** Skip link, header with navigation, the page, footer: the landmarks of every page. */
export function PageShell(props: PageShellProps) {
  return (
    <div className={classes.shell} data-fill={props.fill || undefined}>
      <a className={classes.skip} href="#main">
        {props.skipText}
      </a>
      {props.banner}
      <header className={classes.header}>
        <div className={classes.brand}>{props.brand}</div>
        {props.nav ? (
          <nav className={classes.nav} aria-label={props.navLabel}>
            {props.nav}
          </nav>
        ) : null}
        <div className={classes.actions}>{props.actions}</div>
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        {props.children}
      </main>
      {props.footer ? <footer className={classes.footer}>{props.footer}</footer> : null}
    </div>
  )
}
