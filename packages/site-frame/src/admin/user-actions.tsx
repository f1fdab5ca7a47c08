import { Button, Group, Stack } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import { PasswordAgain } from '../settings/password-again.tsx'
import { settingsTexts } from '../settings/settings-texts.ts'
import { adminTexts } from './admin-texts.ts'
import { ReasonField } from './reason-field.tsx'
import { impersonateIntent, takesPassword, type UserAction, type UserData } from './user.ts'

type ActionProps = { data: UserData }

/** Begins to act as the person, with the super admin's own password. */
export function ActAs({ data, answer }: ActionProps & { answer: Answer | undefined }) {
  const settings = settingsTexts
  const admin = adminTexts
  const busy = useNavigation().formData?.get('intent') === impersonateIntent
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={impersonateIntent} />
      <Stack gap="md">
        <AnswerNote answer={answer} intents={[impersonateIntent]} />
        <ReasonField texts={admin} />
        <PasswordAgain texts={settings} label={admin.password} asksCode={data.hasTwoSteps} />
        <Button type="submit" w="fit-content" loading={busy}>
          {admin.users.actAs}
        </Button>
      </Stack>
    </Form>
  )
}

/** What may be done to a person's account, each with a reason. */
export function UserActions({ data: { user, twoFactor, hasTwoSteps } }: ActionProps) {
  const settings = settingsTexts
  const texts = adminTexts
  const actions: UserAction[] = [
    user.banned ? 'unban' : 'ban',
    ...(user.emailVerified ? [] : (['verify'] as const)),
    'end-sessions',
    ...(twoFactor ? (['reset-two-factor'] as const) : []),
  ]
  return (
    <Group gap="xs">
      {actions.map((action) => (
        <ConfirmButton
          key={action}
          label={texts.users.actions[action]}
          title={`${texts.users.actions[action]}: ${user.email}`}
          text={texts.users.ask[action]}
          confirm={texts.users.actions[action]}
          cancel={texts.cancel}
          fields={{ intent: action }}
        >
          <ReasonField texts={texts} />
          {takesPassword(action) ? (
            <PasswordAgain texts={settings} label={texts.password} asksCode={hasTwoSteps} />
          ) : null}
        </ConfirmButton>
      ))}
    </Group>
  )
}
