import { cookieHeaders, signIn } from '@freeor/api-client/account'
import { LoginFields } from '@freeor/ui/account-fields'
import { nextPath } from '@freeor/ui/next-path'
import { Alert, Anchor } from '@mantine/core'
import { data, Form, Link, redirect, useNavigation, useSearchParams } from 'react-router'
import { accountCall, getMe } from '../api/account.ts'
import { serverApi } from '../api/client.ts'
import { forPage } from '../api/page-data.ts'
import { AccountCard } from '../components/account-card.tsx'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.login.title) }]

const destination = (request: Request) => nextPath(new URL(request.url).searchParams.get('next'), '/search')

export async function loader({ request, context }: Route.LoaderArgs) {
  const me = await forPage(context, getMe(serverApi(context)))
  return me.user ? redirect(destination(request)) : null
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const outcome = await signIn(accountCall(context), { email, password: String(form.get('password') ?? '') })
  if (outcome.ok) return redirect(destination(request), { headers: cookieHeaders(outcome.cookies) })
  return data(
    { email, failure: { title: texts.account.loginFailed, message: outcome.message } },
    { status: outcome.status },
  )
}

export default function Login({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().formAction?.startsWith('/login') ?? false
  const next = params.get('next')
  const notice = params.has('sent')
    ? texts.login.resetSent(params.get('sent') ?? '')
    : params.has('reset')
      ? texts.login.resetDone
      : null
  return (
    <SiteFrame>
      <AccountCard
        heading={texts.login.heading}
        foot={
          <>
            <Anchor component={Link} to="/reset_password">
              {texts.account.forgot}
            </Anchor>
            <span>
              {texts.login.noAccount}{' '}
              <Anchor component={Link} to={next ? `/signup?next=${encodeURIComponent(next)}` : '/signup'}>
                {texts.nav.signup}
              </Anchor>
            </span>
          </>
        }
      >
        {notice ? (
          <Alert role="status" mb="md">
            {notice}
          </Alert>
        ) : null}
        <Form method="post">
          <LoginFields
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
