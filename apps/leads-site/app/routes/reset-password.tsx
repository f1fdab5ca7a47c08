import { requestPasswordReset, resetPassword } from '@freeor/api-client/account'
import { NewPasswordFields, ResetRequestFields } from '@freeor/ui/account-fields'
import { Anchor } from '@mantine/core'
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { accountCall } from '../api/account.ts'
import { AccountCard } from '../components/account-card.tsx'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => [
  { title: texts.titleOf(texts.reset.title) },
  // The link's token must not travel on in a Referer.
  { name: 'referrer', content: 'no-referrer' },
]

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const call = accountCall(context)
  const token = String(form.get('token') ?? '')
  const email = String(form.get('email') ?? '').trim()
  const refuse = (message: string, status: number) =>
    data({ email, failure: { title: texts.account.resetFailed, message } }, { status })
  if (token === '') {
    if (!email.includes('@')) return refuse(texts.account.emailBad, 422)
    const asked = await requestPasswordReset(call, email)
    return asked.ok
      ? redirect(`/login?sent=${encodeURIComponent(email)}`)
      : refuse(asked.message, asked.status)
  }
  const newPassword = String(form.get('password') ?? '')
  if (newPassword === '' || newPassword !== form.get('confirm')) return refuse(texts.reset.mismatch, 422)
  const changed = await resetPassword(call, { token, newPassword })
  return changed.ok ? redirect('/login?reset=done') : refuse(changed.message, changed.status)
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const token = params.get('token')
  const busy = useNavigation().formAction?.startsWith('/reset_password') ?? false
  const stale = params.has('error')
    ? { title: texts.account.resetFailed, message: texts.reset.badLink }
    : undefined
  const fields = {
    texts: texts.account,
    failure: actionData?.failure ?? stale,
    busy,
    defaultEmail: actionData?.email,
  }
  return (
    <SiteFrame>
      <AccountCard
        heading={token ? texts.reset.newHeading : texts.reset.heading}
        lead={token ? texts.reset.newLead : texts.reset.lead}
        foot={
          <Anchor component={Link} to="/login">
            {texts.reset.back}
          </Anchor>
        }
      >
        <Form method="post">
          {token ? <NewPasswordFields {...fields} token={token} /> : <ResetRequestFields {...fields} />}
        </Form>
      </AccountCard>
    </SiteFrame>
  )
}
