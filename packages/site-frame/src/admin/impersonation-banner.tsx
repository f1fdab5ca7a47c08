import { formatClock } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { useRootData } from '../frame/root-data.ts'
import { useSite } from '../frame/site-context.ts'
import classes from './impersonation-banner.module.css'

/** On every page while a super admin acts as somebody: as whom, why, until when, and the way back. */
export function ImpersonationBanner() {
  const site = useSite()
  const me = useRootData()?.me
  const busy = useNavigation().formAction?.startsWith('/impersonation') ?? false
  if (!me?.impersonatedBy || !me.user) return null
  const { admin } = site.texts
  const { email, reason, endsAt } = me.impersonatedBy
  return (
    <section className={classes.banner} aria-label={admin.impersonation}>
      <p className={classes.text}>
        <strong>{admin.actingAs(me.user.email)}</strong>{' '}
        {admin.actingDetail({ admin: email, reason, until: formatClock(endsAt) })}
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
          {admin.endActing}
        </Button>
      </Form>
    </section>
  )
}
