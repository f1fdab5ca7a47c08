import { Button, Group, Stack } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import { PasswordAgain } from '../settings/password-again.tsx'
import { settingsTexts } from '../settings/settings-texts.ts'
import { adminTexts } from './admin-texts.ts'
import { ReasonField } from './reason-field.tsx'
import { impersonateIntent, takesPassword, type UserData, type UserDeed } from './user.ts'

type DeedProps = { data: UserData }

/** Begins to act as the person, with the super admin's own password. */
export function ActAs({ data, answer }: DeedProps & { answer: Answer | undefined }) {
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
export function Deeds({ data: { user, twoFactor, hasTwoSteps } }: DeedProps) {
  const settings = settingsTexts
  const texts = adminTexts
  const deeds: UserDeed[] = [
    user.banned ? 'unban' : 'ban',
    ...(user.emailVerified ? [] : (['verify'] as const)),
    'end-sessions',
    ...(twoFactor ? (['reset-two-factor'] as const) : []),
  ]
  return (
    <Group gap="xs">
      {deeds.map((deed) => (
        <ConfirmButton
          key={deed}
          label={texts.users.deeds[deed]}
          title={`${texts.users.deeds[deed]}: ${user.email}`}
          text={texts.users.ask[deed]}
          confirm={texts.users.deeds[deed]}
          cancel={texts.cancel}
          fields={{ intent: deed }}
        >
          <ReasonField texts={texts} />
          {takesPassword(deed) ? (
            <PasswordAgain texts={settings} label={texts.password} asksCode={hasTwoSteps} />
          ) : null}
        </ConfirmButton>
      ))}
    </Group>
  )
}
