import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-head.module.css'

/** The heading of a public page with the sentence under it, between two rules as on a title page. */
export function PageHead({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <Title order={1}>{title}</Title>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
      {children}
      <svg viewBox="0 0 120 12" className={classes.ornament} aria-hidden="true">
        <path d="M0 6h44M76 6h44" stroke="currentColor" fill="none" />
        <path d="M60 0l6 6-6 6-6-6z" fill="currentColor" />
        <path d="M48 6a2 2 0 1 0 .1 0zM72 6a2 2 0 1 0 .1 0z" fill="currentColor" />
      </svg>
    </div>
  )
}
