import { formatClock } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { Form } from 'react-router'
import { useSiteData } from '../frame/site-data.ts'
import classes from './impersonation-banner.module.css'
import { impersonationTexts } from './impersonation-texts.ts'

/** On every page while a super admin acts as somebody: as whom, why, until when, and the way back. */
export function ImpersonationBanner() {
  const me = useSiteData()?.me
  if (!me?.impersonatedBy || !me.user) return null
  const { email, reason, endsAt } = me.impersonatedBy
  return (
    <section className={classes.banner} aria-label={impersonationTexts.impersonation}>
      <p className={classes.text}>
        <strong>{impersonationTexts.actingAs(me.user.email)}</strong>{' '}
        {impersonationTexts.actingDetail({ admin: email, reason, until: formatClock(endsAt) })}
      </p>
      {/* A document of its own: nothing that the page holds of the other person stays, and no script is needed. */}
      <Form method="post" action="/impersonation" reloadDocument>
        <Button type="submit" name="intent" value="stop" size="xs" className={classes.end ?? ''}>
          {impersonationTexts.endActing}
        </Button>
      </Form>
    </section>
  )
}
