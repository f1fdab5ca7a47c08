import { formatTime } from '@freeor/ui/format'
import { Button, Stack, Text } from '@mantine/core'
import { Form } from 'react-router'
import { GoTo } from '../account/go-to.tsx'
import { ProveAddress, useMustProveAddress } from '../account/prove-address.tsx'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import rows from '../people/people.module.css'
import { type IdentitiesAnswer, type IdentitiesData, loadIdentities, submitIdentities } from './identities.ts'
import { paneMeta } from './open-pane.ts'
import { isReauthenticated, reauthenticateIntent } from './reauthenticate.ts'
import { ReauthenticateForm } from './reauthenticate-form.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { type SettingsTexts, settingsTexts } from './settings-texts.ts'

type Identity = IdentitiesData['identities'][number]

function IdentityRow({ texts, identity }: { texts: SettingsTexts; identity: Identity }) {
  const words = texts.identities
  const { id, label, providerId, linkedAt, lastUsedAt } = identity
  const used = lastUsedAt ? words.used(formatTime(lastUsedAt)) : words.neverUsed
  const note = `${words.since(formatTime(linkedAt))}, ${used}`
  return (
    <li className={rows.person}>
      <div className={rows.who}>
        <span className={rows.email}>{label}</span>
        <span className={rows.note}>{providerId === null ? `${words.notHere}, ${note}` : note}</span>
      </div>
      <ConfirmButton
        label={words.unlink}
        accessibleLabel={words.unlinkOf(label)}
        title={words.unlinkAsk(label)}
        text={words.unlinkText(label)}
        confirm={words.unlink}
        cancel={texts.cancel}
        fields={{ intent: 'unlink', id }}
      />
    </li>
  )
}

function Identities({ texts, data }: { texts: SettingsTexts; data: IdentitiesData }) {
  const words = texts.identities
  const { identities, providers } = data
  return (
    <>
      {identities.length === 0 ? <Text>{words.none}</Text> : null}
      <ul className={rows.people}>
        {identities.map((identity) => (
          <IdentityRow key={identity.id} texts={texts} identity={identity} />
        ))}
      </ul>
      <Stack gap="sm">
        {providers.map(({ id, label }) => (
          <Form key={id} method="post">
            <input type="hidden" name="intent" value="link" />
            <input type="hidden" name="provider" value={id} />
            <Button type="submit" variant="default">
              {identities.some(({ providerId }) => providerId === id)
                ? words.linkAnother(label)
                : words.link(label)}
            </Button>
          </Form>
        ))}
      </Stack>
    </>
  )
}

/** The message above the page: about the form that was sent, or about the identity that was just linked. */
function noteOf(data: IdentitiesData, answer: IdentitiesAnswer | undefined, texts: SettingsTexts) {
  const linked = data.identities.find(({ providerId }) => providerId !== null && providerId === data.linked)
  if (answer || !linked) return answer
  return { intent: 'link', ok: true, text: texts.identities.linked(linked.label) }
}

export const meta = paneMeta('identities')

export const loader = loadIdentities

export const action = submitIdentities

/** The accounts elsewhere that log in here. Actions that need more than a session ask for re-authentication. */
export default function IdentitiesPage({
  loaderData: data,
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const answer: IdentitiesAnswer | undefined = actionData
  const site = useSite()
  const texts = settingsTexts
  const mustProve = useMustProveAddress()
  const mustShow =
    answer?.code === 'reauthentication_required' ||
    (answer?.intent === reauthenticateIntent && !isReauthenticated(answer))
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.identities} lead={texts.identities.lead} />
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
        ) : answer?.goTo ? (
          <GoTo url={answer.goTo} texts={site.texts.account} />
        ) : (
          <>
            <AnswerNote answer={noteOf(data, answer, texts)} />
            <Identities texts={texts} data={data} />
          </>
        )}
      </Pane>
    </SettingsFrame>
  )
}
