import { Alert, Anchor, Stack } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { AccountCard } from './account-card.tsx'
import { CodeFields, LoginFields } from './account-fields.tsx'
import { loadForStrangers, submitLogin } from './login.ts'
import { loginPasskeyOptions, PasskeyButton } from './passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { withNext } from './with-next.ts'

export const meta = publicMeta((texts) => texts.login)

export const loader = loadForStrangers

export const action = submitLogin

/** Email and password or a passkey, with the message of the page before this one. */
export default function LoginPage({ actionData: answer }: PageProps<typeof loader, typeof action>) {
  const { texts } = useSite()
  const [params] = useSearchParams()
  const busy = useNavigation().formAction?.startsWith('/login') ?? false
  const next = params.get('next')
  const notice = params.has('sent')
    ? texts.login.resetSent(params.get('sent') ?? '')
    : params.has('reset')
      ? texts.login.resetDone
      : null
  return (
    <AccountCard
      heading={texts.login.heading}
      foot={
        <>
          <Anchor component={Link} to={withNext('/reset_password', next)}>
            {texts.account.forgot}
          </Anchor>
          <span>
            {texts.login.noAccount}{' '}
            <Anchor component={Link} to={withNext('/signup', next)}>
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
      <Stack gap="md">
        <Form method="post">
          {answer?.ticket ? (
            <CodeFields
              texts={texts.account}
              failure={answer.failure}
              busy={busy}
              email={answer.email}
              ticket={answer.ticket}
            />
          ) : (
            <LoginFields
              texts={texts.account}
              failure={answer?.failure}
              busy={busy}
              defaultEmail={answer?.email}
            />
          )}
        </Form>
        <PasskeyButton
          texts={texts.account}
          options={() => loginPasskeyOptions(answer?.ticket)}
          fields={answer?.ticket ? { email: answer.email, ticket: answer.ticket } : {}}
        />
        {answer?.ticket ? null : <ProviderButtons next={next} />}
      </Stack>
    </AccountCard>
  )
}
