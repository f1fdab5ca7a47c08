import { Alert, Anchor, Text } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { Steps } from '../billing/steps.tsx'
import type { Site } from '../site.ts'
import { AccountCard } from './account-card.tsx'
import { SignupFields } from './account-fields.tsx'
import type { SignupAnswer } from './signup.ts'

const loginPath = (next: string | null): string =>
  next ? `/login?next=${encodeURIComponent(next)}` : '/login'

function Foot({ site: { texts } }: { site: Site }) {
  const [params] = useSearchParams()
  return (
    <>
      <Text>
        {texts.signup.haveAccount}{' '}
        <Anchor component={Link} to={loginPath(params.get('next'))}>
          {texts.nav.login}
        </Anchor>
      </Text>
      <Text size="sm" c="dimmed">
        {texts.signup.agree} <Link to="/terms">{texts.nav.terms}</Link> {texts.signup.and}{' '}
        <Link to="/privacy">{texts.nav.privacy}</Link>.
      </Text>
    </>
  )
}

/** Email and a password twice. */
export function SignupPage({ site, answer }: { site: Site; answer: SignupAnswer | undefined }) {
  const { texts } = site
  const busy = useNavigation().formAction?.startsWith('/signup') ?? false
  return (
    <AccountCard heading={texts.signup.heading} lead={texts.signup.lead} foot={<Foot site={site} />}>
      <Steps at="account" texts={texts.billing.steps} />
      {answer?.sent ? (
        <Alert role="status" mb="md">
          {texts.signup.sent(answer.email)}
        </Alert>
      ) : null}
      <Form method="post">
        <SignupFields
          texts={texts.account}
          failure={answer?.failure}
          busy={busy}
          defaultEmail={answer?.email}
        />
      </Form>
    </AccountCard>
  )
}
