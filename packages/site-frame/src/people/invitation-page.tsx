import { StateScreen } from '@freeor/ui/state-screen'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import { AccountCard } from '../account/account-card.tsx'
import { PasswordPair } from '../account/account-fields.tsx'
import { ProviderButtons } from '../account/provider-buttons.tsx'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { noReferrer, pageMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { settingsTexts } from '../settings/settings-texts.ts'
import { type InvitationData, invitationPath, loadInvitation, submitInvitation } from './invitation.ts'

type Invitation = NonNullable<InvitationData['invitation']>
type StepProps = { invitation: Invitation; busy: boolean }

function OverScreen() {
  const site = useSite()
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

/** The form for a new user: a password is all they need. */
function JoinAsNew({ invitation, busy }: StepProps) {
  const { texts } = useSite()
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
  const { invitation, present, busy, ownsAnother } = props
  const words = useSite().texts.people.invitation
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

export const meta = pageMeta(({ texts }) => [
  { title: texts.titleOf(texts.people.invitation.title) },
  noReferrer,
])

export const loader = loadInvitation

export const action = submitInvitation

/** The page that the link of an invitation opens: a user with the link joins, with an account or without. */
export default function InvitationPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const { texts } = useSite()
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'submitting'
  const { invitation, present, ownsAnother } = data
  if (!invitation) return <OverScreen />
  const words = texts.people.invitation
  const { companyName, inviterName, role, email, hasAccount } = invitation
  const step = { invitation, busy }
  const token = params.get('token') ?? ''
  const next = encodeURIComponent(invitationPath(token))
  return (
    <AccountCard
      heading={words.heading(companyName)}
      lead={words.lead(inviterName ?? words.somebody, companyName, texts.people.roles[role])}
    >
      <Stack gap="md">
        <AnswerNote answer={answer} />
        {answer?.code === 'verification_required' ? (
          <Button component={Link} to={`/verify_account?next=${next}`} fullWidth>
            {settingsTexts.profile.verify}
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
          <>
            <JoinAsNew {...step} />
            <ProviderButtons next={invitationPath(token)} invitation={token} />
          </>
        )}
      </Stack>
    </AccountCard>
  )
}
