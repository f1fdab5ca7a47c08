import { StateScreen } from '@freeor/ui/state-screen'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AccountCard } from '../account/account-card.tsx'
import { PasswordPair } from '../account/account-fields.tsx'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { Site } from '../site.ts'
import { type InvitationData, invitationPath } from './invitation.ts'

export type InvitationPageProps = { site: Site; data: InvitationData; answer: Answer | undefined }
type Invitation = NonNullable<InvitationData['invitation']>
type StepProps = { site: Site; invitation: Invitation; busy: boolean }

function OverScreen({ site }: { site: Site }) {
  const { texts, pictures } = site
  return (
    <StateScreen
      title={texts.people.invitation.over}
      picture={<pictures.locked />}
      action={
        <Button component={Link} to="/">
          {texts.states.backHome}
        </Button>
      }
    >
      {texts.people.invitation.overText}
    </StateScreen>
  )
}

/** A new person: a password and they are in. */
function JoinAsNew({ site: { texts }, invitation, busy }: StepProps) {
  const words = texts.people.invitation
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="signup" />
      {/* For password managers. */}
      <input type="hidden" name="email" value={invitation.email} autoComplete="username" />
      <Stack gap="md">
        <Text>{words.choose(invitation.email)}</Text>
        <TextInput label={words.name} name="name" autoComplete="name" maxLength={100} />
        <PasswordPair
          texts={texts.account}
          label={texts.account.password}
          submit={words.create}
          busy={busy}
        />
      </Stack>
    </Form>
  )
}

function AcceptAs(props: StepProps & { present: string; ownsAnother: boolean }) {
  const { site, invitation, present, busy, ownsAnother } = props
  const words = site.texts.people.invitation
  const isInvited = present.toLowerCase() === invitation.email.toLowerCase()
  return (
    <Form method="post">
      <Stack gap="md">
        <Text>{isInvited ? words.asWhom(present) : words.otherAddress(invitation.email, present)}</Text>
        {isInvited && ownsAnother ? <Text c="dimmed">{words.own}</Text> : null}
        <Button type="submit" name="intent" value={isInvited ? 'accept' : 'logout'} loading={busy} fullWidth>
          {isInvited ? words.accept : words.logout}
        </Button>
      </Stack>
    </Form>
  )
}

/** Where the link of an invitation leads: joins whoever has it, with an account or without. */
export function InvitationPage({ site, data, answer }: InvitationPageProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'submitting'
  const { invitation, present, ownsAnother } = data
  if (!invitation) return <OverScreen site={site} />
  const words = site.texts.people.invitation
  const { companyName, inviterName, role, email, hasAccount } = invitation
  const step = { site, invitation, busy }
  const next = encodeURIComponent(invitationPath(params.get('token') ?? ''))
  return (
    <AccountCard
      heading={words.heading(companyName)}
      lead={words.lead(inviterName ?? words.somebody, companyName, site.texts.people.roles[role])}
    >
      <Stack gap="md">
        <AnswerNote answer={answer} />
        {answer?.code === 'verification_required' ? (
          <Button component={Link} to={`/verify_account?next=${next}`} fullWidth>
            {site.texts.settings.profile.verify}
          </Button>
        ) : null}
        {present !== null ? (
          <AcceptAs {...step} present={present} ownsAnother={ownsAnother} />
        ) : hasAccount ? (
          <>
            <Text>{words.loginLead(email)}</Text>
            <Button component={Link} to={`/login?next=${next}`} fullWidth>
              {words.login}
            </Button>
          </>
        ) : (
          <JoinAsNew {...step} />
        )}
      </Stack>
    </AccountCard>
  )
}
