import { Anchor } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { describePublicPage, noReferrer, pageMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { AccountCard } from './account-card.tsx'
import { NewPasswordFields, ResetRequestFields } from './account-fields.tsx'
import { loadResetPassword, submitResetPassword } from './reset-password.ts'
import { onSite, withNext } from './with-next.ts'

export const meta = pageMeta((site) => [
  ...describePublicPage(site, { title: site.texts.reset.title }),
  noReferrer,
])

export const loader = loadResetPassword

export const action = submitResetPassword

/**
 * Requests a link to set a new password; opened by such a link, it sets one. It says when a link has expired and offers
 * another.
 */
export default function ResetPasswordPage({
  loaderData: state,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const { texts } = useSite()
  const [params] = useSearchParams()
  const busy = useNavigation().formAction?.startsWith('/reset_password') ?? false
  const next = onSite(params.get('next'))
  const link = answer?.link ?? state.link
  const over = { title: texts.account.resetFailed, message: texts.reset.badLink }
  const failure = answer?.failure ?? (link === 'over' ? over : undefined)
  const fields = { texts: texts.account, failure, busy }
  const isLive = link === 'live'
  return (
    <AccountCard
      heading={isLive ? texts.reset.newHeading : texts.reset.heading}
      lead={isLive ? texts.reset.newLead : texts.reset.lead}
      foot={
        <Anchor component={Link} to={withNext('/login', next)}>
          {texts.reset.back}
        </Anchor>
      }
    >
      {isLive ? (
        <Form method="post">
          <NewPasswordFields {...fields} token={params.get('token') ?? ''} />
        </Form>
      ) : (
        // To the address without its token: the old one is dropped.
        <Form method="post" action={withNext('/reset_password', next)}>
          <ResetRequestFields {...fields} defaultEmail={answer?.email} />
        </Form>
      )}
    </AccountCard>
  )
}
