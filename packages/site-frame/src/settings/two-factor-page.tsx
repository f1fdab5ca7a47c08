import { formatCount } from '@freeor/ui/format'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { ProveAddress, useMustProveAddress } from '../account/prove-address.tsx'
import { AnswerNote } from '../frame/answer-note.tsx'
import { CodeField } from '../frame/code-field.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { paneMeta } from './open-pane.ts'
import { isReauthenticated, reauthenticateIntent } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'
import classes from './two-factor.module.css'
import {
  loadTwoFactor,
  type Shown,
  submitTwoFactor,
  type TwoFactorAnswer,
  type TwoFactorData,
} from './two-factor.ts'

type Words = SettingsTexts['twoFactor']

/** The picture as an image: its markup runs nothing. */
const imageOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

function SetupForm({ texts, setup }: { texts: Words; setup: NonNullable<Shown['setup']> }) {
  const busy = useNavigation().formData?.get('intent') === 'confirm'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="secret" value={setup.secret} />
      <input type="hidden" name="qrSvg" value={setup.qrSvg} />
      <Stack gap="md">
        <Text>{texts.scan}</Text>
        <div className={classes.qr}>
          <img src={imageOf(setup.qrSvg)} alt={texts.qr} />
        </div>
        <Text>
          {texts.type}{' '}
          <span className={classes.secret} data-testid="two-factor-secret">
            {setup.secret}
          </span>
        </Text>
        <CodeField label={texts.code} />
        <Button type="submit" w="fit-content" loading={busy}>
          {texts.turnOn}
        </Button>
      </Stack>
    </Form>
  )
}

function BackupCodes({ texts, codes }: { texts: Words; codes: readonly string[] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        {texts.codes}
      </Title>
      <Text>{texts.codesLead}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Stack>
  )
}

function Controls({ texts, data }: { texts: SettingsTexts; data: TwoFactorData }) {
  const words = texts.twoFactor
  if (!data.enabled)
    return (
      <Form method="post">
        <Button type="submit" name="intent" value="start">
          {words.start}
        </Button>
      </Form>
    )
  return (
    <Group gap="xs">
      <ConfirmButton
        label={words.renew}
        title={words.renewAsk}
        text={words.renewText}
        confirm={words.renew}
        cancel={texts.cancel}
        fields={{ intent: 'renew' }}
      />
      <ConfirmButton
        label={words.turnOff}
        title={words.turnOffAsk}
        text={words.turnOffText}
        confirm={words.turnOff}
        cancel={texts.cancel}
        fields={{ intent: 'disable' }}
      />
    </Group>
  )
}

export const meta = paneMeta('two_factor')

export const loader = loadTwoFactor

export const action = submitTwoFactor

/** Turns the second step of logging in on and off. Actions that need more than a session ask for the password. */
export default function TwoFactorPage({
  loaderData: data,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const answer: TwoFactorAnswer | undefined = actionData
  const site = useSite()
  const texts = settingsTexts
  const words = texts.twoFactor
  const { setup, backupCodes } = answer?.shown ?? {}
  const mustProve = useMustProveAddress() && !data.enabled
  const mustShow =
    answer?.code === 'reauthentication_required' ||
    (answer?.intent === reauthenticateIntent && !isReauthenticated(answer))
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.two_factor} lead={words.lead} />
      <Pane>
        <Text fw={600}>
          {data.enabled ? `${words.on} ${words.left(formatCount(data.backupCodesLeft))}.` : words.off}
        </Text>
        {mustProve ? (
          <ProveAddress texts={site.texts.verification} />
        ) : mustShow ? (
          <ReauthenticateForm
            texts={texts}
            answer={answer}
            asksCode={data.enabled}
            providers={data.linkedProviders}
          />
        ) : (
          <>
            <AnswerNote answer={answer} />
            {backupCodes ? <BackupCodes texts={words} codes={backupCodes} /> : null}
            {setup && !data.enabled ? (
              <SetupForm texts={words} setup={setup} />
            ) : (
              <Controls texts={texts} data={data} />
            )}
          </>
        )}
      </Pane>
    </SettingsFrame>
  )
}
