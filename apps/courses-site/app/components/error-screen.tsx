import { StateScreen } from '@freeor/ui/state-screen'
import { Anchor, Button } from '@mantine/core'
import { isRouteErrorResponse, Link, useLocation, useRouteLoaderData } from 'react-router'
import { isPageProblem } from '../api/page-data.ts'
import type { loader as rootLoader } from '../root.tsx'
import { rememberedSupportEmail } from '../support-contact.ts'
import { texts } from '../texts.ts'
import { EmptyShelf, LockedBook, TornPage } from './pictures.tsx'

/** Nothing at this address. */
export function NotFoundScreen() {
  return (
    <StateScreen
      title={texts.states.notFound}
      picture={<EmptyShelf />}
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
export function PleaseLoginScreen() {
  const { pathname, search } = useLocation()
  return (
    <StateScreen
      title={texts.states.pleaseLogin}
      picture={<LockedBook />}
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

type WrongScreenProps = { message: string; supportEmail: string | undefined; requestId: string | undefined }

function WrongScreen({ message, supportEmail, requestId }: WrongScreenProps) {
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
      picture={<TornPage />}
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

/** The screen for whatever a route threw. */
export function ErrorScreen({ error }: { error: unknown }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const status = isRouteErrorResponse(error) ? error.status : 500
  const problem = isRouteErrorResponse(error) && isPageProblem(error.data) ? error.data : undefined
  if (status === 404) return <NotFoundScreen />
  if (status === 401) return <PleaseLoginScreen />
  const message = problem?.title ?? (error instanceof Error && import.meta.env.DEV ? error.message : '')
  return (
    <WrongScreen
      message={message}
      supportEmail={problem?.supportEmail ?? root?.supportEmail ?? rememberedSupportEmail()}
      requestId={problem?.requestId}
    />
  )
}
