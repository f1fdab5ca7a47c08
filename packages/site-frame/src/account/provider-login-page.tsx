import { Anchor, Stack, Text } from '@mantine/core'
import { Form, Link, useNavigation } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { noReferrer, pageMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import { AccountCard } from './account-card.tsx'
import { CodeFields, FailureNote } from './account-fields.tsx'
import { GoTo } from './go-to.tsx'
import { loginPasskeyOptions, PasskeyButton } from './passkey-button.tsx'
import { loadProviderLogin, type ProviderAnswer, submitProviderLogin } from './provider-login.ts'
import { withNext } from './with-next.ts'

export const meta = pageMeta(({ texts }) => [{ title: texts.titleOf(texts.login.title) }, noReferrer])

export const loader = loadProviderLogin

export const action = submitProviderLogin

/** The second step, which the log-in page takes: it shows it again after a wrong code. */
function SecondStep({ ticket, email = '', next }: ProviderAnswer & { ticket: string }) {
  const { account } = useSite().texts
  const busy = useNavigation().state === 'submitting'
  const to = withNext('/login', next)
  return (
    <Stack gap="md">
      <Form method="post" action={to}>
        <CodeFields texts={account} busy={busy} email={email} ticket={ticket} />
      </Form>
      <PasskeyButton
        texts={account}
        action={to}
        options={() => loginPasskeyOptions(ticket)}
        fields={{ email, ticket }}
      />
    </Stack>
  )
}

/** Where a browser is sent to a provider from, and comes back to. */
export default function ProviderLoginPage({
  loaderData,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const { texts } = useSite()
  const isSignedIn = Boolean(useSiteData()?.me.user)
  const answer: ProviderAnswer = actionData ?? loaderData
  const { goTo, failure, ticket, next } = answer
  const back = isSignedIn ? (next ?? '/settings') : withNext('/login', next)
  return (
    <AccountCard heading={texts.login.heading}>
      {goTo ? (
        <GoTo url={goTo} texts={texts.account} />
      ) : ticket ? (
        <SecondStep {...answer} ticket={ticket} />
      ) : (
        <Stack gap="md">
          {failure ? (
            <FailureNote
              failure={{
                title: isSignedIn ? texts.account.providerFailed : texts.account.loginFailed,
                message: failure,
              }}
            />
          ) : (
            <Text>{texts.account.providerNothing}</Text>
          )}
          <Anchor component={Link} to={back}>
            {isSignedIn ? texts.account.providerBack : texts.account.providerLogin}
          </Anchor>
        </Stack>
      )}
    </AccountCard>
  )
}
