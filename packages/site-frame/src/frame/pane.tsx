import { Anchor, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import classes from './pane.module.css'

export type PaneHeadProps = {
  title: string
  lead?: ReactNode
  /** The page this one was opened from. */
  back?: { to: string; label: string }
}

/** The heading of a page in a group of pages, with a sentence that says what it is for. */
export function PaneHead({ title, lead, back }: PaneHeadProps) {
  return (
    <div className={classes.head}>
      {back ? (
        <Anchor component={Link} to={back.to} size="sm" w="fit-content" data-no-print>
          {back.label}
        </Anchor>
      ) : null}
      <Title order={1} size="h2">
        {title}
      </Title>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
    </div>
  )
}

/** One subject of the page, on its own sheet. */
export function Pane(props: { title?: string; lead?: ReactNode; wide?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.pane} aria-labelledby={props.title ? id : undefined}>
      {props.title ? (
        <div className={classes.head}>
          <Title order={2} size="h3" id={id}>
            {props.title}
          </Title>
          {props.lead ? <p className={classes.lead}>{props.lead}</p> : null}
        </div>
      ) : null}
      <div className={classes.card} data-wide={props.wide || undefined}>
        {props.children}
      </div>
    </section>
  )
}
