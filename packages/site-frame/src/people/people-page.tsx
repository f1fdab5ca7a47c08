import { formatCount } from '@freeor/ui/format'
import { Anchor, Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { ProveAddress, useMustProveAddress } from '../account/prove-address.tsx'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { readAgainWhereOutdated } from '../frame/read-again.ts'
import { useSite } from '../frame/site-context.ts'
import { useChanges } from '../frame/use-changes.ts'
import { paneMeta } from '../settings/open-pane.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { settingsTexts } from '../settings/settings-texts.ts'
import { MemberRow } from './member-row.tsx'
import classes from './people.module.css'
import { type GivenRole, givenRoles, loadPeople, type PeopleData, submitPeople } from './people.ts'
import type { PeopleTexts } from './people-texts.ts'

export const shouldRevalidate = readAgainWhereOutdated

function Seats({ texts, seats }: { texts: PeopleTexts; seats: PeopleData['seats'] }) {
  const { allowed, taken, offered } = seats
  const isFull = taken + offered >= allowed
  const sentence =
    allowed === 0
      ? texts.noSeats
      : [
          texts.seats(formatCount(taken), formatCount(allowed)),
          ...(offered > 0 ? [texts.offered(formatCount(offered))] : []),
        ].join(' · ')
  return (
    <Text size="sm" c="dimmed">
      {sentence}{' '}
      {isFull ? (
        <>
          {allowed > 0 ? `${texts.full} ` : null}
          <Anchor component={Link} to="/pricing">
            {texts.seePlans}
          </Anchor>
        </>
      ) : null}
    </Text>
  )
}

function InviteForm({ texts, answer }: { texts: PeopleTexts; answer: Answer | undefined }) {
  const { inAccount } = useSite().texts
  const [role, setRole] = useState<GivenRole>(givenRoles[0])
  const busy = useNavigation().formData?.get('intent') === 'invite'
  // It was sent, so the boxes are emptied for the next person; not where that one is being typed already.
  const { form, onInput } = useChanges(
    { email: '', role: givenRoles[0] },
    answer?.intent === 'invite' ? answer : undefined,
  )
  return (
    <Form
      method="post"
      ref={form}
      onInput={onInput}
      onReset={() => setRole(givenRoles[0])}
      className={classes.invite}
    >
      <input type="hidden" name="intent" value="invite" />
      <TextInput
        label={texts.email}
        name="email"
        type="email"
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <NativeSelect
        label={texts.role}
        name="role"
        description={inAccount.roleHints[role]}
        value={role}
        onChange={(event) => setRole(givenRoles.find((each) => each === event.currentTarget.value) ?? role)}
        data={givenRoles.map((each) => ({ value: each, label: texts.roles[each] }))}
      />
      <Button type="submit" loading={busy} w="fit-content">
        {texts.send}
      </Button>
    </Form>
  )
}

export const meta = paneMeta('people')

export const loader = loadPeople

export const action = submitPeople

/** Who works in the company, who is invited, and a form to invite one more. */
export default function PeoplePage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const site = useSite()
  const texts = site.texts.people
  const { companyUsers, seats, uid, canManage, canInvite, now } = data
  const mustProve = useMustProveAddress()
  return (
    <SettingsFrame>
      <PaneHead title={settingsTexts.panes.people} lead={site.texts.inAccount.shares} />
      {canInvite ? (
        <Pane title={texts.invite} lead={texts.inviteLead} wide>
          <AnswerNote answer={answer} intents={['invite']} />
          {seats.allowed > 0 && mustProve ? <ProveAddress texts={site.texts.verification} /> : null}
          {seats.allowed > 0 && !mustProve ? <InviteForm texts={texts} answer={answer} /> : null}
          <Seats texts={texts} seats={seats} />
        </Pane>
      ) : null}
      <Pane title={texts.members} wide>
        <AnswerNote answer={answer} intents={['resend', 'revoke', 'role', 'remove']} />
        <ul className={classes.people}>
          {companyUsers.map((user) => (
            <MemberRow
              key={user.id}
              texts={texts}
              user={user}
              isYou={user.uid === uid}
              canManage={
                (user.uid === null ? canInvite : canManage) && user.role !== 'owner' && user.uid !== uid
              }
              now={now}
            />
          ))}
        </ul>
        {companyUsers.length < 2 ? <Text c="dimmed">{texts.alone}</Text> : null}
      </Pane>
    </SettingsFrame>
  )
}
