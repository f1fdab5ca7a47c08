import { useHydrated } from '@freeor/ui/use-hydrated'
import { useTypedText } from '@freeor/ui/use-typed-text'
import { Button, Stack, Text } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { CodeField } from '../frame/code-field.tsx'
import { EmailBox, looksLikeEmail } from '../frame/email-box.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { CodeAgain, useHasCode } from './code-again.tsx'
import { paneMeta } from './open-pane.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'
import { loadUpdateEmail, submitUpdateEmail } from './update-email.ts'
import { reauthenticatedFlag, useReauthenticated } from './use-reauthenticated.ts'

function NewEmailForm({ texts }: { texts: SettingsTexts['email'] }) {
  const email = useTypedText()
  const hydrated = useHydrated()
  const busy = useNavigation().formData?.get('intent') === 'email'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="email" />
      <Stack gap="md">
        <EmailBox label={texts.new} good={texts.good} bad={texts.bad} email={email} />
        <Button
          type="submit"
          w="fit-content"
          loading={busy}
          disabled={hydrated && !looksLikeEmail(email.value)}
        >
          {texts.update}
        </Button>
      </Stack>
    </Form>
  )
}

function CodeForm({ texts }: { texts: SettingsTexts['email'] }) {
  const busy = useNavigation().formData?.get('intent') === 'confirm'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="confirm" />
      <Stack gap="md">
        <CodeField label={texts.code} />
        <Button type="submit" w="fit-content" loading={busy}>
          {texts.confirm}
        </Button>
      </Stack>
    </Form>
  )
}

type Step = 'password' | 'email' | 'code' | 'done'

/** The step after the last answer; a refusal that asks for the password again goes back to the first step. */
function stepAfter(answer: Answer | undefined): Step {
  if (!answer || answer.code === 'reauthentication_required') return 'password'
  const { intent, ok } = answer
  if (intent === 'confirm') return ok ? 'done' : 'code'
  if (intent === 'email') return ok ? 'code' : 'email'
  return ok ? 'email' : 'password'
}

export const meta = paneMeta('update_email')

export const loader = loadUpdateEmail

export const action = submitUpdateEmail

/** The password, the new address, its code. */
export default function UpdateEmailPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  const hasShown = useReauthenticated(answer)
  const hasCode = useHasCode()
  const step = answer || !hasShown ? stepAfter(answer) : 'email'
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.update_email} lead={texts.email.lead} />
      <Pane>
        <Text>{texts.email.now(data.email)}</Text>
        {step === 'password' ? null : <AnswerNote answer={answer} />}
        {step === 'password' ? (
          <ReauthenticateForm
            texts={texts}
            answer={answer}
            asksCode={data.hasTwoSteps}
            providers={data.linkedProviders}
          />
        ) : null}
        {step === 'code' || (step === 'email' && hasCode) ? <CodeForm texts={texts.email} /> : null}
        {step === 'email' ? (
          <>
            <NewEmailForm texts={texts.email} />
            <CodeAgain label={texts.email.haveCode} also={[reauthenticatedFlag]} />
          </>
        ) : null}
      </Pane>
    </SettingsFrame>
  )
}
