import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Form, Link, useNavigation } from 'react-router'
import { Steps } from '../billing/steps.tsx'
import { subscribePath } from '../billing/subscribe-path.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { CodeField } from '../frame/code-field.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { AccountCard } from './account-card.tsx'
import type { VerificationTexts } from './verification-texts.ts'
import { loadVerifyAccount, submitVerifyAccount } from './verify-account.ts'

function CodeForm({ texts }: { texts: VerificationTexts }) {
  const busy = useNavigation().formData?.get('intent') === 'code'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="code" />
      <Stack gap="md">
        <CodeField label={texts.code} />
        <Button type="submit" loading={busy} fullWidth>
          {texts.verify}
        </Button>
      </Stack>
    </Form>
  )
}

function EmailForm({ texts }: { texts: VerificationTexts }) {
  const busy = useNavigation().formData?.get('intent') === 'email'
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="email" variant="default" loading={busy} fullWidth>
        {texts.byEmail}
      </Button>
    </Form>
  )
}

function SmsForm({ texts, phone }: { texts: VerificationTexts; phone: string }) {
  const busy = useNavigation().formData?.get('intent') === 'sms'
  return (
    <details>
      <summary>{texts.orSms}</summary>
      <Form method="post">
        <Stack gap="md" mt="md">
          <input type="hidden" name="intent" value="sms" />
          <TextInput
            label={texts.phone}
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            withAsterisk={false}
            defaultValue={phone}
          />
          <Button type="submit" variant="default" loading={busy} fullWidth>
            {texts.bySms}
          </Button>
        </Stack>
      </Form>
    </details>
  )
}

export const meta = titleMeta((texts) => texts.verification.title)

export const loader = loadVerifyAccount

export const action = submitVerifyAccount

/** Sends a code by mail or text message and takes it. */
export default function VerifyAccountPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const site = useSite()
  const texts = site.texts.verification
  const steps = data.next.startsWith(subscribePath) ? (
    <Steps at="verify" texts={site.texts.billing.steps} />
  ) : null
  if (data.verified)
    return (
      <AccountCard heading={texts.heading}>
        <Stack gap="md">
          {steps}
          <Alert role="status" color="teal" icon={<IconCheck aria-hidden />}>
            {texts.verified}
          </Alert>
          <Button component={Link} to={data.next} fullWidth>
            {texts.go}
          </Button>
        </Stack>
      </AccountCard>
    )
  return (
    <AccountCard
      heading={texts.heading}
      lead={data.byEmailOnly ? texts.addressLead(data.email) : texts.lead(data.email)}
      foot={
        <Anchor component={Link} to={site.asksProofToEnter ? '/' : data.next}>
          {texts.later}
        </Anchor>
      }
    >
      <Stack gap="lg">
        {steps}
        <AnswerNote answer={answer} />
        {answer || data.isCodeSent ? <CodeForm texts={texts} /> : null}
        <EmailForm texts={texts} />
        {data.byEmailOnly ? null : <SmsForm texts={texts} phone={data.phone} />}
      </Stack>
    </AccountCard>
  )
}
