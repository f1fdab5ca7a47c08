import { formatClock } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { useRootData } from '../frame/root-data.ts'
import classes from './impersonation-banner.module.css'
import { impersonationTexts } from './impersonation-texts.ts'

/** On every page while a super admin acts as somebody: as whom, why, until when, and the way back. */
export function ImpersonationBanner() {
  const me = useRootData()?.me
  const busy = useNavigation().formAction?.startsWith('/impersonation') ?? false
  if (!me?.impersonatedBy || !me.user) return null
  const { email, reason, endsAt } = me.impersonatedBy
  return (
    <section className={classes.banner} aria-label={impersonationTexts.impersonation}>
      <p className={classes.text}>
        <strong>{impersonationTexts.actingAs(me.user.email)}</strong>{' '}
        {impersonationTexts.actingDetail({ admin: email, reason, until: formatClock(endsAt) })}
      </p>
      <Form method="post" action="/impersonation">
        <Button
          type="submit"
          name="intent"
          value="stop"
          size="xs"
          loading={busy}
          className={classes.end ?? ''}
        >
          {impersonationTexts.endActing}
        </Button>
      </Form>
    </section>
  )
}
