import { publicMeta } from '@freeor/site-frame/frame/page-meta'
import { useRootData } from '@freeor/site-frame/frame/root-data'
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { OpenBook } from '../components/pictures.tsx'
import { texts } from '../texts.ts'
import classes from './landing.module.css'

export const meta = publicMeta(() => texts.landing)

export default function Landing() {
  const user = useRootData()?.me.user
  return (
    <div className={classes.page}>
      <div>
        <Title order={1}>{texts.landing.heading}</Title>
        <p className={classes.lead}>{texts.landing.lead}</p>
        <div className={classes.note}>
          <p>
            <strong>{texts.landing.honest}</strong>{' '}
            {user ? texts.landing.welcome(user.email) : texts.landing.honestMore}
          </p>
        </div>
        {user ? null : (
          <Button component={Link} to="/signup" size="lg">
            {texts.nav.createAccount}
          </Button>
        )}
      </div>
      <div className={classes.picture}>
        <OpenBook />
      </div>
    </div>
  )
}
