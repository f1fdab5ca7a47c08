import { ApiProblem } from '@freeor/api-client/client'
import { attempt } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Button, Title } from '@mantine/core'
import { Form, Link } from 'react-router'
import { type Alert, openAlertStop, stopAlerts } from '../api/alerts.ts'
import homeClasses from '../home/home.module.css'
import classes from '../share/share.module.css'
import { texts } from '../texts.ts'
import type { Route } from './+types/stop-alerts'

const words = texts.alerts

export const meta: Route.MetaFunction = () => [
  { title: texts.titleOf(words.stopTitle) },
  { name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = () => ({ 'Referrer-Policy': 'no-referrer' })

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** What the link of a mail can end. Looking at it changes nothing: programs follow the links of mails to check them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    return { alerts: await openAlertStop(serverApi(context), tokenOf(request)) }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return { alerts: null }
    throw error
  }
}

/**
 * Ends one alert, or all: for the buttons of the page, and for that of a mail program, which posts to the same address
 * and names no search (RFC 8058). Nobody has to be signed in.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.clone().formData()
  const searchId = String(form.get('searchId') ?? '') || undefined
  const work = async () => await stopAlerts(serverApi(context), tokenOf(request), searchId)
  return await attempt({ intent: 'stop', work, done: words.stopped })
}

function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <ul className={homeClasses.list}>
      {alerts.map(({ searchId, searchName, rhythm }) => (
        <li key={searchId}>
          <div className={homeClasses.body}>
            <span className={homeClasses.name}>{searchName}</span>
            <span className={homeClasses.note}>{words.rhythms[rhythm]}</span>
          </div>
          <Form method="post">
            <input type="hidden" name="searchId" value={searchId} />
            <Button type="submit" variant="default" size="xs" aria-label={words.stopLabel(searchName)}>
              {words.stop}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

/** Where the link of an alert leads to. */
export default function StopAlerts({ loaderData: { alerts }, actionData }: Route.ComponentProps) {
  const isSome = alerts !== null && alerts.length > 0
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{words.stopTitle}</Title>
        <p className={classes.by}>{alerts === null ? words.missing : isSome ? words.stopLead : words.none}</p>
      </header>
      <AnswerNote answer={actionData} />
      {isSome ? (
        <>
          <AlertList alerts={alerts} />
          <Form method="post">
            <Button type="submit" size="lg">
              {words.stopAll}
            </Button>
          </Form>
        </>
      ) : (
        <p>
          <Link to="/search">{words.toSearches}</Link>
        </p>
      )}
    </div>
  )
}
