import { Anchor, Text, TextInput } from '@mantine/core'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import { Pane, PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { isReauthenticated, reauthenticateIntent, type SecondFactor } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export type DeleteAccountPageProps = { site: Site; data: SecondFactor; answer: Answer | undefined }

/** One's data as a file, and the end of the account. Both only after showing who one is. */
export function DeleteAccountPage({ site, data, answer }: DeleteAccountPageProps) {
  const texts = site.texts.settings
  const words = texts.deletion
  const isOpen =
    isReauthenticated(answer) ||
    (answer !== undefined &&
      answer.intent !== reauthenticateIntent &&
      answer.code !== 'reauthentication_required')
  return (
    <SettingsFrame site={site}>
      <PaneHead title={texts.panes.delete_account} lead={words.lead} />
      {isOpen ? (
        <>
          <AnswerNote answer={answer} />
          <Pane title={words.take}>
            <Text>{words.takeLead}</Text>
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
          <ReauthenticateForm texts={texts} answer={answer} asksCode={data.hasTwoSteps} />
        </Pane>
      )}
    </SettingsFrame>
  )
}
