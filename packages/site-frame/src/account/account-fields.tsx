import { useHydrated } from '@freeor/ui/use-hydrated'
import { useTypedText } from '@freeor/ui/use-typed-text'
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { CodeField } from '../frame/code-field.tsx'
import { EmailBox } from '../frame/email-box.tsx'
import { NewPasswordBoxes, useNewPassword } from '../frame/new-password-boxes.tsx'
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

/** Why the last attempt failed. */
export function FailureNote({ failure }: { failure: FieldsProps['failure'] }) {
  if (!failure) return null
  return (
    <Alert role="alert" color="orange" icon={<IconAlertTriangle aria-hidden />} title={failure.title}>
      {failure.message}
    </Alert>
  )
}

/** The email box with its feedback line. */
function EmailField({ texts, defaultEmail }: { texts: AccountTexts; defaultEmail?: string | undefined }) {
  const email = useTypedText(defaultEmail)
  return <EmailBox label={texts.email} good={texts.emailGood} bad={texts.emailBad} email={email} />
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

/** A new password twice; the button is disabled until the second one is there and equal. */
export function PasswordPair({ texts, label, submit, busy }: PasswordPairProps) {
  const typed = useNewPassword()
  const hydrated = useHydrated()
  const words = {
    password: label,
    hint: texts.passwordHint,
    confirm: texts.confirmPassword,
    match: texts.passwordsMatch,
    differ: texts.passwordsDiffer,
  }
  return (
    <>
      <NewPasswordBoxes texts={words} typed={typed} />
      <Button type="submit" loading={busy ?? false} disabled={hydrated && !typed.isEqual} fullWidth>
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
