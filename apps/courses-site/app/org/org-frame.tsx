import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { organizationTexts } from '../texts/organization.ts'
import classes from './org.module.css'

const words = organizationTexts
const pages = [
  ['/org', words.pages.members],
  ['/org/progress', words.pages.progress],
  ['/org/invite', words.pages.invite],
] as const

/** The heading of the pages of an organization's admin, and the links between them. */
export function OrgFrame(props: { organizations: readonly string[]; lead?: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{words.heading(props.organizations)}</Title>
        {props.lead ? <p className={classes.lead}>{props.lead}</p> : null}
        <nav aria-label={words.navigation} className={classes.tabs}>
          {pages.map(([to, label]) => (
            <NavLink key={to} to={to} end className={classes.tab}>
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      {props.children}
    </div>
  )
}
