import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './share.module.css'

/** The page of every link that is dead, and of every one that never was. */
export function DeadLink() {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{texts.shared.deadTitle}</Title>
        <Text>{texts.shared.dead}</Text>
      </header>
      <div className={classes.actions}>
        <Button component={Link} to="/">
          {texts.shared.home}
        </Button>
      </div>
    </div>
  )
}
