import { formatCount, formatDate } from '@freeor/ui/format'
import { Anchor, Button, Checkbox, Code, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { ProveAddress, useMustProveAddress } from '../account/prove-address.tsx'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { readAgainWhereOutdated } from '../frame/read-again.ts'
import { useSite } from '../frame/site-context.ts'
import rows from '../people/people.module.css'
import {
  type ApiKeyScope,
  type ApiKeysAnswer,
  type ApiKeysData,
  loadApiKeys,
  submitApiKeys,
} from './api-keys.ts'
import { paneMeta } from './open-pane.ts'
import { isReauthenticated, reauthenticateIntent } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

export const shouldRevalidate = readAgainWhereOutdated

type ApiKey = ApiKeysData['apiKeys'][number]

function BudgetInput({ texts, budget }: { texts: SettingsTexts['apiKeys']; budget: number | null }) {
  return (
    <TextInput
      label={texts.budget}
      description={texts.budgetHint}
      name="dailyBudget"
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      defaultValue={budget ?? ''}
    />
  )
}

function KeyForm({ texts, scopes }: { texts: SettingsTexts['apiKeys']; scopes: readonly ApiKeyScope[] }) {
  const busy = useNavigation().formData?.get('intent') === 'create'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="create" />
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          name="name"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={100}
        />
        <fieldset className={rows.plainSet}>
          <legend>{texts.may}</legend>
          {scopes.map((scope) => (
            <Checkbox key={scope} name="scopes" value={scope} label={texts.scopes[scope]} mt="xs" />
          ))}
        </fieldset>
        <NativeSelect
          label={texts.ends}
          name="days"
          data={texts.durations.map(([value, label]) => ({ value, label }))}
        />
        {scopes.includes('downloads.order') ? <BudgetInput texts={texts} budget={null} /> : null}
        <Button type="submit" w="fit-content" loading={busy}>
          {texts.make}
        </Button>
      </Stack>
    </Form>
  )
}

function KeyRow({ texts, apiKey }: { texts: SettingsTexts; apiKey: ApiKey }) {
  const words = texts.apiKeys
  const { id, name, prefix, scopes, lastUsedAt, expiresAt, dailyBudget, usedToday } = apiKey
  const orders = scopes.includes('downloads.order')
  const used = formatCount(usedToday)
  const note = [
    scopes.map((scope) => words.scopes[scope as ApiKeyScope]).join('; '),
    lastUsedAt ? words.used(formatDate(lastUsedAt)) : words.neverUsed,
    ...(expiresAt ? [words.until(formatDate(expiresAt))] : []),
    ...(!orders
      ? []
      : [dailyBudget === null ? words.usedToday(used) : words.takesToday(used, formatCount(dailyBudget))]),
  ]
  return (
    <li className={rows.person}>
      <div className={rows.who}>
        <span className={rows.email}>
          {name} <Code>{prefix}…</Code>
        </span>
        <span className={rows.note}>{note.join(' · ')}</span>
      </div>
      <div className={rows.actions}>
        {orders ? (
          <ConfirmButton
            label={words.changeBudget}
            accessibleLabel={words.changeBudgetOf(name)}
            title={words.changeBudgetOf(name)}
            text={null}
            confirm={words.saveBudget}
            cancel={texts.cancel}
            fields={{ intent: 'budget', id }}
          >
            <BudgetInput texts={words} budget={dailyBudget} />
          </ConfirmButton>
        ) : null}
        <ConfirmButton
          label={words.end}
          accessibleLabel={words.endOf(name)}
          title={words.endOf(name)}
          text={words.endText}
          confirm={words.end}
          cancel={texts.cancel}
          fields={{ intent: 'end', id }}
        />
      </div>
    </li>
  )
}

export const meta = paneMeta('api_keys')

export const loader = loadApiKeys

export const action = submitApiKeys

/** Keys with which programs act as the person. */
export default function ApiKeysPage({
  loaderData: data,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const answer: ApiKeysAnswer | undefined = actionData
  const site = useSite()
  const texts = settingsTexts
  const words = texts.apiKeys
  const mustProve = useMustProveAddress()
  const mustShow =
    answer?.code === 'reauthentication_required' ||
    (answer?.intent === reauthenticateIntent && !isReauthenticated(answer))
  return (
    <SettingsFrame>
      <PaneHead
        title={texts.panes.api_keys}
        lead={
          <>
            {words.lead} <Anchor href="/api/docs">{words.docs}</Anchor>
          </>
        }
      />
      <Pane title={words.make}>
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
            {answer?.key ? <Code block>{answer.key}</Code> : null}
            <KeyForm texts={words} scopes={site.keyScopes ?? data.scopes} />
          </>
        )}
      </Pane>
      <Pane title={words.yours} wide>
        {data.apiKeys.length === 0 ? (
          <Text c="dimmed">{words.none}</Text>
        ) : (
          <ul className={rows.people}>
            {data.apiKeys.map((apiKey) => (
              <KeyRow key={apiKey.id} texts={texts} apiKey={apiKey} />
            ))}
          </ul>
        )}
      </Pane>
    </SettingsFrame>
  )
}
