import { useHydrated } from '@freeor/ui/use-hydrated'
import { useTypedText } from '@freeor/ui/use-typed-text'
import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { NewPasswordBoxes, useNewPassword } from '../frame/new-password-boxes.tsx'
import { Pane, PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { isReauthenticated, type SecondFactor } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'

function NewPasswordForm({ site, current }: { site: Site; current: string }) {
  const words = site.texts.settings.password
  const typed = useNewPassword()
  const hydrated = useHydrated()
  const busy = useNavigation().formData?.get('intent') === 'change'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="change" />
      <Stack gap="md">
        {current === '' ? (
          <PasswordInput
            label={words.current}
            name="currentPassword"
            autoComplete="current-password"
            required
          />
        ) : (
          <input type="hidden" name="currentPassword" value={current} />
        )}
        <NewPasswordBoxes
          texts={{ ...words, password: words.new, hint: site.texts.account.passwordHint }}
          typed={typed}
        />
        <Checkbox name="endApiKeys" label={words.endKeys} description={words.endKeysHint} />
        <Button type="submit" w="fit-content" loading={busy} disabled={hydrated && !typed.isEqual}>
          {words.change}
        </Button>
      </Stack>
    </Form>
  )
}

export type ChangePasswordPageProps = { site: Site; data: SecondFactor; answer: Answer | undefined }

/** The current password first, then the new one twice. */
export function ChangePasswordPage({ site, data, answer }: ChangePasswordPageProps) {
  const texts = site.texts.settings
  const current = useTypedText()
  const isIn = isReauthenticated(answer)
  return (
    <SettingsFrame site={site}>
      <PaneHead title={texts.panes.change_password} lead={texts.password.lead} />
      <Pane>
        {isIn || answer?.intent === 'change' ? (
          <>
            <AnswerNote answer={answer} />
            <NewPasswordForm site={site} current={current.value} />
          </>
        ) : (
          <ReauthenticateForm texts={texts} answer={answer} asksCode={data.hasTwoSteps} password={current} />
        )}
      </Pane>
    </SettingsFrame>
  )
}
