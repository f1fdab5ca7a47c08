import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { attempt } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Button, Title } from '@mantine/core'
import { Form, Link } from 'react-router'
import classes from '../email/email.module.css'
import { emailTexts } from '../texts/email.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/stop-mails'

const words = emailTexts.stop

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** Whose mails the link of a mail stops. Looking at it changes nothing: programs follow the links of mails to check them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const body = { token: tokenOf(request) }
  try {
    return { email: unwrap(await serverApi(context).POST('/api/mail-stops/open', { body })).email }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return { email: null }
    throw error
  }
}

/**
 * Stops the mails: for the button of the page, and for that of a mail program, which posts to the same address
 * (RFC 8058). Nobody has to be signed in.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const body = { token: tokenOf(request) }
  const work = async () => unwrap(await serverApi(context).POST('/api/mail-stops', { body }))
  return await attempt({ intent: 'stop', work, done: words.done })
}

/** Where the link of a mail leads to that somebody else sent by us. */
export default function StopMails({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <header>
        <Title order={1}>{words.title}</Title>
        <p className={classes.lead}>{email === null ? words.missing : words.ask(email)}</p>
      </header>
      <AnswerNote answer={actionData} />
      {email === null || actionData?.ok ? (
        <Link to="/">{words.home}</Link>
      ) : (
        <Form method="post">
          <Button type="submit" size="lg">
            {words.button}
          </Button>
        </Form>
      )}
    </div>
  )
}
