import { StateScreen } from '@freeor/ui/state-screen'
import { Anchor, Button, Group } from '@mantine/core'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { beginPath, subscribePath } from '../billing/subscribe-path.ts'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import { LostAccessScreen } from '../people/lost-access-screen.tsx'
import { isLostConnection } from './lost-connection.ts'
import {
  accountNeeded,
  forbidden,
  isPageProblem,
  lostAccess,
  notInRole,
  type PageProblem,
  subscriptionEnded,
} from './page-problem.ts'

/** Nothing at this address. */
function NotFoundScreen() {
  const { texts, pictures } = useSite()
  return (
    <StateScreen
      title={texts.states.notFound}
      picture={<pictures.nothing />}
      action={
        <Button component={Link} to="/">
          {texts.states.backHome}
        </Button>
      }
    >
      <title>{texts.titleOf(texts.states.notFound)}</title>
    </StateScreen>
  )
}

/** The page is there, for members. */
function PleaseLoginScreen() {
  const { texts, pictures } = useSite()
  const { pathname, search } = useLocation()
  return (
    <StateScreen
      title={texts.states.pleaseLogin}
      picture={<pictures.locked />}
      action={
        <Button component={Link} to={`/login?next=${encodeURIComponent(pathname + search)}`}>
          {texts.states.memberLogin}
        </Button>
      }
    >
      <title>{texts.titleOf(texts.states.pleaseLogin)}</title>
    </StateScreen>
  )
}

/** The page is there, for anybody with an account: both ways to one lead back here. */
function AccountNeededScreen({ title }: { title: string }) {
  const { texts, pictures } = useSite()
  const { pathname, search } = useLocation()
  const query = `?next=${encodeURIComponent(pathname + search)}`
  return (
    <StateScreen
      title={title}
      picture={<pictures.locked />}
      action={
        <Group justify="center">
          <Button component={Link} to={`/signup${query}`}>
            {texts.nav.signup}
          </Button>
          <Button component={Link} to={`/login${query}`} variant="default">
            {texts.nav.login}
          </Button>
        </Group>
      }
    >
      <title>{texts.titleOf(title)}</title>
    </StateScreen>
  )
}

/** A signed-in person without a plan: whoever may choose one does so from here, the others are told who may. */
function NoSubscriptionScreen({ email, canChange }: { email: string; canChange: boolean }) {
  const site = useSite()
  const { texts, pictures } = site
  return (
    <StateScreen
      title={texts.states.noSubscription}
      picture={<pictures.locked />}
      note={canChange ? null : texts.billing.billing.adminNote}
      action={
        canChange ? (
          <Button component={Link} to={beginPath(site)}>
            {texts.states.signup}
          </Button>
        ) : null
      }
    >
      <title>{texts.titleOf(texts.states.noSubscription)}</title>
      {texts.states.noSubscriptionText(email)}
    </StateScreen>
  )
}

/** The plan has ended: users who may choose one begin again, the others are told who may. */
function EndedScreen({ canChange }: { canChange: boolean }) {
  const { texts, pictures } = useSite()
  const { billing } = texts.billing
  return (
    <StateScreen
      title={billing.canceled}
      picture={<pictures.locked />}
      action={
        canChange ? (
          <Button component={Link} to={subscribePath}>
            {billing.choose}
          </Button>
        ) : null
      }
    >
      <title>{texts.titleOf(billing.canceled)}</title>
      {canChange ? billing.canceledText(texts.inAccount.kept) : billing.adminNote}
    </StateScreen>
  )
}

/** The page is there, and not for this person, mostly by their role in the account. */
function ForbiddenScreen({ title, code }: Pick<PageProblem, 'title' | 'code'>) {
  const { texts, pictures } = useSite()
  // A page that refuses by itself says no more than the code.
  const sentence = title === forbidden ? texts.states.forbiddenText : title
  return (
    <StateScreen
      title={texts.states.forbidden}
      picture={<pictures.locked />}
      note={code === notInRole || title === forbidden ? texts.states.forbiddenHelp : null}
      action={
        <Button component={Link} to="/">
          {texts.states.backHome}
        </Button>
      }
    >
      <title>{texts.titleOf(texts.states.forbidden)}</title>
      {/[.!?]$/.test(sentence) ? sentence : `${sentence}.`}
    </StateScreen>
  )
}

type WrongScreenProps = {
  message: string
  /** Whom to write to; without it the screen says nothing of writing. */
  supportEmail?: string | undefined
  requestId?: string | undefined
}

function WrongScreen({ message, supportEmail, requestId }: WrongScreenProps) {
  const { texts, pictures } = useSite()
  const note = supportEmail ? (
    <>
      {texts.states.writeTo} <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
      {requestId ? (
        <>
          {' '}
          {texts.states.quote} <code>{requestId}</code>
        </>
      ) : null}
      .
    </>
  ) : null
  return (
    <StateScreen
      title={texts.states.wrong}
      picture={<pictures.broken />}
      note={note}
      action={
        <Button component="a" href="">
          {texts.states.tryAgain}
        </Button>
      }
    >
      <title>{texts.titleOf(texts.states.wrong)}</title>
      {message}
    </StateScreen>
  )
}

/** The screen for anything that a route threw. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { texts } = useSite()
  const data = useSiteData()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const problem = isRouteErrorResponse(error) && isPageProblem(error.data) ? error.data : undefined
  if (status === 404) return <NotFoundScreen />
  if (problem?.code === accountNeeded) return <AccountNeededScreen title={problem.title} />
  if (status === 401) return <PleaseLoginScreen />
  if (problem?.code === lostAccess) return <LostAccessScreen />
  const canChange = data?.me.abilities['billing.change'] ?? false
  if (problem?.code === subscriptionEnded) return <EndedScreen canChange={canChange} />
  if (status === 402 && data?.me.user)
    return <NoSubscriptionScreen email={data.me.user.email} canChange={canChange} />
  if (problem?.code === notInRole || problem?.code === forbidden) return <ForbiddenScreen {...problem} />
  if (isLostConnection(error)) return <WrongScreen message={texts.states.noAnswer} />
  const message = problem?.title ?? (error instanceof Error ? error.message : '')
  return (
    <WrongScreen
      message={message}
      supportEmail={problem?.supportEmail ?? data?.supportEmail}
      requestId={problem?.requestId ?? data?.requestId}
    />
  )
}
