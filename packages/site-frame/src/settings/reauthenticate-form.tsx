import { unwrap } from '@freeor/api-client/client'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { type TypedText, useTypedText } from '@freeor/ui/use-typed-text'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { PasskeyButton } from '../account/passkey-button.tsx'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { browserApi } from '../frame/api.ts'
import { useSiteData } from '../frame/site-data.ts'
import { PasswordAgain } from './password-again.tsx'
import { ProviderAgain } from './provider-again.tsx'
import { type LinkedProvider, reauthenticateIntent } from './reauthenticate.ts'
import type { SettingsTexts } from './settings-texts.ts'

export type ReauthenticateFormProps = {
  texts: SettingsTexts
  answer: Answer | undefined
  /** Their account asks for a code in addition to the password. */
  asksCode: boolean
  /** The linked providers, which may replace the password. */
  providers?: readonly LinkedProvider[]
  /** The text of the password box, where the page needs it again. */
  password?: TypedText
}

const passkeyOptions = async () =>
  unwrap(await browserApi().POST('/api/account/reauthenticate/passkey/options')).options

/** Email and current password, a passkey or a linked provider, before an action that needs more than a session. */
export function ReauthenticateForm(props: ReauthenticateFormProps) {
  const { texts, asksCode, providers = [] } = props
  return (
    <>
      <PasswordForm {...props} />
      {providers.length > 0 ? (
        <ProviderAgain texts={texts} providers={providers} asksCode={asksCode} />
      ) : null}
    </>
  )
}

function PasswordForm({ texts, answer, asksCode, ...lifted }: ReauthenticateFormProps) {
  const words = texts.password
  const email = useTypedText(useSiteData()?.me.user?.email)
  const own = useTypedText()
  const password = lifted.password ?? own
  const feedbackId = useId()
  const hydrated = useHydrated()
  const busy = useNavigation().formData?.get('intent') === reauthenticateIntent
  const isReady = password.value !== '' && email.value.includes('@')
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={reauthenticateIntent} />
      <Stack gap="md">
        <AnswerNote answer={answer} intents={[reauthenticateIntent]} />
        <div>
          <TextInput
            label={words.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...email}
            aria-describedby={feedbackId}
          />
          <Text id={feedbackId} size="sm" mt={6} c="var(--feedback-bad)" role="status">
            {email.value === '' || email.value.includes('@') ? null : words.emailBad}
          </Text>
        </div>
        <PasswordAgain texts={texts} label={words.current} asksCode={asksCode} typed={password} />
        <Button type="submit" w="fit-content" loading={busy} disabled={hydrated && !isReady}>
          {words.submit}
        </Button>
        <PasskeyButton texts={words} options={passkeyOptions} fields={{ intent: reauthenticateIntent }} />
      </Stack>
    </Form>
  )
}
