import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { PageTabs } from '../components/page-tabs.tsx'
import { withCourse } from '../course/chosen-course.ts'
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
  const [search] = useSearchParams()
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{words.heading(props.organizations)}</Title>
        {props.lead ? <p className={classes.lead}>{props.lead}</p> : null}
        <PageTabs
          label={words.navigation}
          pages={pages.map(([path, label]) => [withCourse(path, search), label] as const)}
        />
      </header>
      {props.children}
    </div>
  )
}
