import { useHydrated } from '@freeor/ui/use-hydrated'
import { useTypedText } from '@freeor/ui/use-typed-text'
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { CodeField } from '../frame/code-field.tsx'
import type { AccountTexts } from './account-texts.ts'

/** Why an attempt failed: what happened, then why. */
export type Failure = { title: string; message: string }

type FieldsProps = {
  texts: AccountTexts
  /** The last attempt's failure. */
  failure?: Failure | undefined
  busy?: boolean
  defaultEmail?: string | undefined
}

/** A line under a field that says how it stands; announced politely. */
function Feedback({ id, good, children }: { id: string; good: boolean; children: ReactNode }) {
  return (
    <Text id={id} size="sm" mt={6} c={good ? 'var(--feedback-good)' : 'var(--feedback-bad)'} role="status">
      {children}
    </Text>
  )
}

function FailureNote({ failure }: { failure: FieldsProps['failure'] }) {
  if (!failure) return null
  return (
    <Alert role="alert" color="orange" icon={<IconAlertTriangle aria-hidden />} title={failure.title}>
      {failure.message}
    </Alert>
  )
}

/** The email box with its feedback line. Says nothing before something was typed. */
export function EmailField({
  texts,
  defaultEmail,
}: {
  texts: AccountTexts
  defaultEmail?: string | undefined
}) {
  const email = useTypedText(defaultEmail)
  const feedbackId = useId()
  const good = email.value.includes('@')
  return (
    <div>
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        {...email}
        aria-describedby={feedbackId}
      />
      <Feedback id={feedbackId} good={good}>
        {email.value === '' ? null : good ? texts.emailGood : texts.emailBad}
      </Feedback>
    </div>
  )
}

/** Email and password, and the button. */
export function LoginFields({ texts, failure, busy, defaultEmail }: FieldsProps) {
  return (
    <Stack gap="md">
      <FailureNote failure={failure} />
      <EmailField texts={texts} defaultEmail={defaultEmail} />
      <PasswordInput
        label={texts.password}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={busy ?? false} fullWidth>
        {texts.login}
      </Button>
    </Stack>
  )
}

/** The second step of logging in. */
export function CodeFields({
  texts,
  failure,
  busy,
  email,
  ticket,
}: FieldsProps & { email: string; ticket: string }) {
  return (
    <Stack gap="md">
      <FailureNote failure={failure} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="ticket" value={ticket} />
      <Text role="status">{texts.codeLead}</Text>
      <CodeField label={texts.code} description={texts.codeHint} />
      <Button type="submit" loading={busy ?? false} fullWidth>
        {texts.login}
      </Button>
    </Stack>
  )
}

type PasswordPairProps = {
  texts: AccountTexts
  label: string
  submit: string
  busy?: boolean
}

/** A new password twice; the button waits until the second is there and equal. */
export function PasswordPair({ texts, label, submit, busy }: PasswordPairProps) {
  const password = useTypedText()
  const confirm = useTypedText()
  const feedbackId = useId()
  const hydrated = useHydrated()
  const equal = confirm.value !== '' && confirm.value === password.value
  return (
    <>
      <PasswordInput
        label={label}
        description={texts.passwordHint}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        {...password}
      />
      <div>
        <PasswordInput
          label={texts.confirmPassword}
          name="confirm"
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...confirm}
          aria-describedby={feedbackId}
        />
        <Feedback id={feedbackId} good={equal}>
          {confirm.value === '' ? null : equal ? texts.passwordsMatch : texts.passwordsDiffer}
        </Feedback>
      </div>
      <Button type="submit" loading={busy ?? false} disabled={hydrated && !equal} fullWidth>
        {submit}
      </Button>
    </>
  )
}

/** Email, password and its confirmation. */
export function SignupFields({ texts, failure, busy, defaultEmail }: FieldsProps) {
  return (
    <Stack gap="md">
      <FailureNote failure={failure} />
      <EmailField texts={texts} defaultEmail={defaultEmail} />
      <PasswordPair texts={texts} label={texts.password} submit={texts.create} busy={busy ?? false} />
    </Stack>
  )
}

/** The address a reset link goes to. */
export function ResetRequestFields({ texts, failure, busy, defaultEmail }: FieldsProps) {
  return (
    <Stack gap="md">
      <FailureNote failure={failure} />
      <EmailField texts={texts} defaultEmail={defaultEmail} />
      <Button type="submit" loading={busy ?? false} fullWidth>
        {texts.sendResetLink}
      </Button>
    </Stack>
  )
}

/** The new password, with the token of the link. */
export function NewPasswordFields({ texts, failure, busy, token }: FieldsProps & { token: string }) {
  return (
    <Stack gap="md">
      <FailureNote failure={failure} />
      <input type="hidden" name="token" value={token} />
      <PasswordPair texts={texts} label={texts.newPassword} submit={texts.setPassword} busy={busy ?? false} />
    </Stack>
  )
}
