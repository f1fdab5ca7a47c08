import { useHydrated } from '@freeor/ui/use-hydrated'
import { useTypedText } from '@freeor/ui/use-typed-text'
import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import { NewPasswordBoxes, useNewPassword } from '../frame/new-password-boxes.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { loadChangePassword, submitChangePassword } from './change-password.ts'
import { paneMeta } from './open-pane.ts'
import { isReauthenticated } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsTexts } from './settings-texts.ts'

function NewPasswordForm({ current }: { current: string }) {
  const site = useSite()
  const words = settingsTexts.password
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

export const meta = paneMeta('change_password')

export const loader = loadChangePassword

export const action = submitChangePassword

/** The current password first, then the new one twice. */
export default function ChangePasswordPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  const current = useTypedText()
  const isIn = isReauthenticated(answer)
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.change_password} lead={texts.password.lead} />
      <Pane>
        {isIn || answer?.intent === 'change' ? (
          <>
            <AnswerNote answer={answer} />
            <NewPasswordForm current={current.value} />
          </>
        ) : (
          <ReauthenticateForm texts={texts} answer={answer} asksCode={data.hasTwoSteps} password={current} />
        )}
      </Pane>
    </SettingsFrame>
  )
}
