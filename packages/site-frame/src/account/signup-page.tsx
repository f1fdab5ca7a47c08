import { formatCents } from '@freeor/ui/format'
import { Alert, Anchor, Space, Text } from '@mantine/core'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import type { Plan } from '../billing/plan.ts'
import { Steps } from '../billing/steps.tsx'
import { subscribePath } from '../billing/subscribe-path.ts'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { AccountCard } from './account-card.tsx'
import { SignupFields } from './account-fields.tsx'
import type { SignupTexts } from './account-texts.ts'
import { onward } from './onward.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { loadSignup, submitSignup } from './signup.ts'
import { withNext } from './with-next.ts'

/** Who has an account already logs in, and goes on to the plan that was chosen or to the page that was asked for. */
function loginPath(search: string): string {
  const params = new URLSearchParams(search)
  const next = params.has('plan') ? `${subscribePath}${search}` : params.get('next')
  return withNext('/login', next)
}

function Foot() {
  const { texts } = useSite()
  const { search } = useLocation()
  return (
    <>
      <Text>
        {texts.signup.haveAccount}{' '}
        <Anchor component={Link} to={loginPath(search)}>
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

export const meta = publicMeta((texts) => texts.signup)

export const loader = loadSignup

export const action = submitSignup

/** What a new account begins with; on the way to a paid plan, that one is named. */
const leadOf = ({ lead, leadWithPlan }: SignupTexts, plan: Plan | null): string =>
  plan && plan.price > 0 && leadWithPlan ? leadWithPlan(plan.name, formatCents(plan.price)) : lead

/** Email and a password twice. */
export default function SignupPage({
  loaderData,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const site = useSite()
  const { texts } = site
  const { search } = useLocation()
  const next = onward(site, search)
  const busy = useNavigation().formAction?.startsWith('/signup') ?? false
  return (
    <AccountCard heading={texts.signup.heading} lead={leadOf(texts.signup, loaderData.plan)} foot={<Foot />}>
      {next.startsWith(subscribePath) ? <Steps at="account" texts={texts.billing.steps} /> : null}
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
      <Space h="md" />
      <ProviderButtons next={next} isAgreed />
    </AccountCard>
  )
}
