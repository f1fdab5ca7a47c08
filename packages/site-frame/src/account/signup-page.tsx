import { Alert, Anchor, Text } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { Site } from '../site.ts'
import { AccountCard } from './account-card.tsx'
import { SignupFields } from './account-fields.tsx'
import type { SignupAnswer } from './signup.ts'

function Foot({ site: { texts } }: { site: Site }) {
  const [params] = useSearchParams()
  const next = params.get('next')
  return (
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
  )
}

/** Email and a password twice. */
export function SignupPage({ site, answer }: { site: Site; answer: SignupAnswer | undefined }) {
  const { texts } = site
  const busy = useNavigation().formAction?.startsWith('/signup') ?? false
  return (
    <AccountCard heading={texts.signup.heading} lead={texts.signup.lead} foot={<Foot site={site} />}>
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
