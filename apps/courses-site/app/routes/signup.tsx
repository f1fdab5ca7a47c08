import { cookieHeaders, signIn, signUp } from '@freeor/api-client/account'
import { SignupFields } from '@freeor/ui/account-fields'
import { nextPath } from '@freeor/ui/next-path'
import { Alert, Anchor, Text } from '@mantine/core'
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { accountCall, getMe } from '../api/account.ts'
import { serverApi } from '../api/client.ts'
import { forPage } from '../api/page-data.ts'
import { AccountCard } from '../components/account-card.tsx'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/signup'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.signup.title) }]

const destination = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'), '/')

export async function loader({ request, context }: Route.LoaderArgs) {
  const me = await forPage(context, getMe(serverApi(context)))
  return me.user ? redirect(destination(request)) : null
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const refuse = (message: string, status: number) =>
    data({ email, sent: false, failure: { title: texts.account.signupFailed, message } }, { status })
  if (!email.includes('@')) return refuse(texts.account.emailBad, 422)
  if (password === '' || password !== form.get('confirm')) return refuse(texts.account.passwordsDiffer, 422)
  const call = accountCall(context)
  const created = await signUp(call, { email, password })
  if (!created.ok) return refuse(created.message, created.status)
  // A known address is answered like a new one, so only this second step tells whether the password fits.
  const entered = await signIn(call, { email, password })
  if (entered.ok) return redirect(destination(request), { headers: cookieHeaders(entered.cookies) })
  return data({ email, sent: true, failure: undefined })
}

export default function Signup({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().formAction?.startsWith('/signup') ?? false
  const next = params.get('next')
  return (
    <SiteFrame>
      <AccountCard
        heading={texts.signup.heading}
        lead={texts.signup.lead}
        foot={
          <>
            <span>
              {texts.signup.haveAccount}{' '}
              <Anchor component={Link} to={next ? `/login?next=${encodeURIComponent(next)}` : '/login'}>
                {texts.nav.login}
              </Anchor>
            </span>
            <Text size="sm" c="dimmed">
              {texts.signup.agree} <Link to="/terms">{texts.nav.terms}</Link> {texts.signup.and}{' '}
              <Link to="/privacy">{texts.nav.privacy}</Link>.
            </Text>
          </>
        }
      >
        {actionData?.sent ? (
          <Alert role="status" mb="md">
            {texts.signup.sent(actionData.email)}
          </Alert>
        ) : null}
        <Form method="post">
          <SignupFields
            texts={texts.account}
            failure={actionData?.failure}
            busy={busy}
            defaultEmail={actionData?.email}
          />
        </Form>
      </AccountCard>
    </SiteFrame>
  )
}
