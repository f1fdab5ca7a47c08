import { formatTime } from '@freeor/ui/format'
import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-router'
import { ProveAddress, useMustProveAddress } from '../account/prove-address.tsx'
import { type PasskeyOptions, usePasskey } from '../account/use-passkey.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { readAgainWhereOutdated } from '../frame/read-again.ts'
import { useSite } from '../frame/site-context.ts'
import rows from '../people/people.module.css'
import { paneMeta } from './open-pane.ts'
import { loadPasskeys, type PasskeysAnswer, type PasskeysData, submitPasskeys } from './passkeys.ts'
import { isReauthenticated, reauthenticateIntent } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

export const shouldRevalidate = readAgainWhereOutdated

type Words = SettingsTexts['passkeys']
type Passkey = PasskeysData['passkeys'][number]

/** The name first, then the browser asks for a finger, a face or a PIN. */
function NewPasskeyForm({ texts, options }: { texts: Words; options: PasskeyOptions }) {
  const { isOffered, ask, failure, busy } = usePasskey({ cancelled: texts.cancelled })
  const make = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    void ask({ options: async () => options, isNew: true, fields: { intent: 'add', name } })
  }
  if (!isOffered) return <Text>{texts.unsupported}</Text>
  return (
    <form onSubmit={make}>
      <Stack gap="md">
        {failure ? (
          <Alert role="alert" color="orange">
            {failure}
          </Alert>
        ) : null}
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          name="name"
          maxLength={100}
          required
          withAsterisk={false}
        />
        <Button type="submit" w="fit-content" loading={busy}>
          {texts.make}
        </Button>
      </Stack>
    </form>
  )
}

function RenameForm({ texts, passkey, onDone }: { texts: Words; passkey: Passkey; onDone: () => void }) {
  return (
    <Form method="post" onSubmit={onDone}>
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="id" value={passkey.id} />
      <Group gap="xs" align="end">
        <TextInput label={texts.name} name="name" defaultValue={passkey.name} maxLength={100} required />
        <Button type="submit" variant="default">
          {texts.save}
        </Button>
      </Group>
    </Form>
  )
}

function PasskeyRow({ texts, passkey }: { texts: SettingsTexts; passkey: Passkey }) {
  const words = texts.passkeys
  const [isRenaming, setRenaming] = useState(false)
  const { id, name, host, worksHere, lastUsedAt } = passkey
  const used = lastUsedAt ? words.used(formatTime(lastUsedAt)) : words.neverUsed
  return (
    <li className={rows.person}>
      <div className={rows.who}>
        <span className={rows.email}>{name}</span>
        <span className={rows.note}>{`${worksHere ? words.here : words.elsewhere(host)}, ${used}`}</span>
        {isRenaming ? <RenameForm texts={words} passkey={passkey} onDone={() => setRenaming(false)} /> : null}
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={words.renameOf(name)}
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          {words.rename}
        </Button>
        <ConfirmButton
          label={words.remove}
          accessibleLabel={words.removeOf(name)}
          title={words.removeAsk}
          text={words.removeText}
          confirm={words.remove}
          cancel={texts.cancel}
          fields={{ intent: 'remove', id }}
        />
      </Group>
    </li>
  )
}

function PasswordPart({ texts, data }: { texts: SettingsTexts; data: PasskeysData }) {
  const words = texts.passkeys
  if (!data.hasPassword) return <Text>{words.noPassword}</Text>
  if (data.passkeys.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {words.passwordTitle}
      </Title>
      <Text>{words.passwordLead}</Text>
      <ConfirmButton
        label={words.removePassword}
        title={words.removePasswordAsk}
        text={words.removePasswordText}
        confirm={words.removePassword}
        cancel={texts.cancel}
        fields={{ intent: 'remove_password' }}
      />
    </Stack>
  )
}

function Passkeys({ texts, data }: { texts: SettingsTexts; data: PasskeysData }) {
  const words = texts.passkeys
  return (
    <>
      {data.passkeys.length === 0 ? <Text>{words.none}</Text> : null}
      <ul className={rows.people}>
        {data.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} texts={texts} passkey={passkey} />
        ))}
      </ul>
      {data.host === null ? (
        <Text>{words.notHere}</Text>
      ) : (
        <Form method="post">
          <Button type="submit" name="intent" value="start">
            {words.add}
          </Button>
        </Form>
      )}
      <PasswordPart texts={texts} data={data} />
    </>
  )
}

export const meta = paneMeta('passkeys')

export const loader = loadPasskeys

export const action = submitPasskeys

/** The user's passkeys. Actions that need more than a session ask for the password or a passkey. */
export default function PasskeysPage({
  loaderData: data,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const answer: PasskeysAnswer | undefined = actionData
  const site = useSite()
  const texts = settingsTexts
  const mustProve = useMustProveAddress()
  const mustShow =
    answer?.code === 'reauthentication_required' ||
    (answer?.intent === reauthenticateIntent && !isReauthenticated(answer))
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.passkeys} lead={texts.passkeys.lead} />
      <Pane wide>
        {mustProve ? (
          <ProveAddress texts={site.texts.verification} />
        ) : mustShow ? (
          <ReauthenticateForm
            texts={texts}
            answer={answer}
            asksCode={data.hasTwoSteps}
            providers={data.linkedProviders}
          />
        ) : (
          <>
            <AnswerNote answer={answer} />
            {answer?.options ? (
              <NewPasskeyForm texts={texts.passkeys} options={answer.options} />
            ) : (
              <Passkeys texts={texts} data={data} />
            )}
          </>
        )}
      </Pane>
    </SettingsFrame>
  )
}
