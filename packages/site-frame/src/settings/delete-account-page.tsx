import { Anchor, Text, TextInput } from '@mantine/core'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { loadDeleteAccount, submitDeleteAccount } from './delete-account.ts'
import { paneMeta } from './open-pane.ts'
import { reauthenticateIntent } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsTexts } from './settings-texts.ts'
import { useReauthenticated } from './use-reauthenticated.ts'

export const meta = paneMeta('delete_account')

export const loader = loadDeleteAccount

export const action = submitDeleteAccount

/** The user's data as a file, and deleting the account. Both only after re-authentication. */
export default function DeleteAccountPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  const words = texts.deletion
  const { inAccount } = useSite().texts
  const hasShown = useReauthenticated(answer)
  const isOpen =
    hasShown ||
    (answer !== undefined &&
      answer.intent !== reauthenticateIntent &&
      answer.code !== 'reauthentication_required')
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.delete_account} lead={words.lead} />
      {isOpen ? (
        <>
          <AnswerNote answer={answer} />
          <Pane title={words.take}>
            <Text>{inAccount.exported}</Text>
            <Anchor href="/api/account/export" download w="fit-content">
              {words.takeFile}
            </Anchor>
          </Pane>
          <Pane title={words.remove}>
            <Text>{words.removeLead}</Text>
            <ConfirmButton
              label={words.remove}
              title={words.ask}
              text={words.askText}
              confirm={words.remove}
              cancel={texts.cancel}
              fields={{ intent: 'delete' }}
            >
              <TextInput
                label={words.email}
                name="email"
                type="email"
                autoComplete="off"
                required
                withAsterisk={false}
              />
            </ConfirmButton>
          </Pane>
        </>
      ) : (
        <Pane title={words.first}>
          <ReauthenticateForm
            texts={texts}
            answer={answer}
            asksCode={data.hasTwoSteps}
            providers={data.linkedProviders}
          />
        </Pane>
      )}
    </SettingsFrame>
  )
}
