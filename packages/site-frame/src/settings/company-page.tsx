import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { useSavedForm } from '../frame/use-saved-form.ts'
import { type CompanyData, loadCompany, submitCompany } from './company.ts'
import { paneMeta } from './open-pane.ts'
import { PasswordAgain } from './password-again.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

export type CompanyPageProps = { data: CompanyData; answer: Answer | undefined }

function ProfileForm({ data, answer }: CompanyPageProps) {
  const texts = settingsTexts
  const { name, email } = data.company.companyProfile
  const { form, onInput, isChanged } = useSavedForm({ name, email }, 'profile', answer)
  const busy = useNavigation().formData?.get('intent') === 'profile'
  return (
    <Form method="post" ref={form} onInput={onInput}>
      <input type="hidden" name="intent" value="profile" />
      <Stack gap="md">
        <TextInput
          label={texts.company.name}
          name="name"
          autoComplete="organization"
          required
          withAsterisk={false}
          maxLength={100}
          defaultValue={name}
        />
        <TextInput
          label={texts.company.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          defaultValue={email}
        />
        <Button type="submit" w="fit-content" disabled={!isChanged} loading={busy}>
          {texts.save}
        </Button>
      </Stack>
    </Form>
  )
}

function HandOver({ texts, data: { heirs, hasTwoSteps } }: { texts: SettingsTexts; data: CompanyData }) {
  const [chosen, setChosen] = useState(heirs[0]?.id ?? '')
  const heir = heirs.find(({ id }) => id === chosen) ?? heirs[0]
  if (!heir) return <Text c="dimmed">{texts.company.nobody}</Text>
  return (
    <ConfirmButton
      label={texts.company.handOver}
      title={texts.company.handOverAsk}
      text={texts.company.handOverText}
      confirm={texts.company.handOver}
      cancel={texts.cancel}
      fields={{ intent: 'transfer', [`name ${heir.id}`]: heir.name || heir.email }}
    >
      <NativeSelect
        label={texts.company.handOverTo}
        name="memberId"
        value={heir.id}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={heirs.map(({ id, email }) => ({ value: id, label: email }))}
      />
      <PasswordAgain texts={texts} label={texts.company.password} asksCode={hasTwoSteps} />
    </ConfirmButton>
  )
}

export const meta = paneMeta('company')

export const loader = loadCompany

export const action = submitCompany

/** The company's profile, its owner, and for everybody but the owner the button to leave. */
export default function CompanyPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  const { inAccount } = useSite().texts
  const { company, owns, isSelf } = data
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.company} lead={texts.company.lead} />
      <Pane title={texts.company.profile}>
        <AnswerNote answer={answer} intents={['profile']} />
        <ProfileForm data={data} answer={answer} />
      </Pane>
      <Pane title={texts.company.owner}>
        <AnswerNote answer={answer} intents={['transfer', 'leave']} />
        <Text>{owns ? texts.company.youOwn : texts.company.ownerLead(company.owner.name)}</Text>
        {owns && isSelf ? <HandOver texts={texts} data={data} /> : null}
      </Pane>
      {owns || !isSelf ? null : (
        <Pane title={texts.company.leave}>
          <Text>{texts.company.leaveLead(company.companyProfile.name)}</Text>
          <ConfirmButton
            label={texts.company.leave}
            title={texts.company.leaveAsk}
            text={inAccount.left}
            confirm={texts.company.leave}
            cancel={texts.cancel}
            fields={{ intent: 'leave' }}
          />
        </Pane>
      )}
    </SettingsFrame>
  )
}
