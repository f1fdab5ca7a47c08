import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './state-screen.module.css'

export type StateScreenProps = {
  title: string
  /** A drawing; the title says the same. */
  picture?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Small print: an address to write to, an id to quote. */
  note?: ReactNode
}

/** A whole page that says one thing: nothing here, please log in, something went wrong. */
export function StateScreen({ title, picture, children, action, note }: StateScreenProps) {
  return (
    <div className={classes.screen}>
      <Stack align="center" gap="md" maw={520}>
        {picture ? (
          <div className={classes.picture} aria-hidden>
            {picture}
          </div>
        ) : null}
        <Title order={1} size="h2" ta="center">
          {title}
        </Title>
        {children ? (
          <Text ta="center" component="div">
            {children}
          </Text>
        ) : null}
        {action}
        {note ? (
          <Text size="sm" c="dimmed" ta="center" component="div">
            {note}
          </Text>
        ) : null}
      </Stack>
    </div>
  )
}
