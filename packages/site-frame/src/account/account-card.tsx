import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './account-card.module.css'

/** The sheet around an account form. */
export function AccountCard(props: {
  heading: string
  lead?: string
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <Title order={1} size="h2">
          {props.heading}
        </Title>
        {props.lead ? <Text c="dimmed">{props.lead}</Text> : null}
        <div className={classes.body}>{props.children}</div>
        {props.foot ? <div className={classes.foot}>{props.foot}</div> : null}
      </div>
    </div>
  )
}
