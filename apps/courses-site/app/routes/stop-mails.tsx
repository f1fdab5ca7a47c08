import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { attempt } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Button, Title } from '@mantine/core'
import { Form, Link } from 'react-router'
import classes from '../org/org.module.css'
import { learningTexts } from '../texts/learning.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/stop-mails'

const words = learningTexts.stop

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** What the link of a mail stops. Looking at it changes nothing: programs follow the links of mails to check them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const body = { token: tokenOf(request) }
  try {
    return { kind: unwrap(await serverApi(context).POST('/api/learning/mail-stops/open', { body })).kind }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return { kind: null }
    throw error
  }
}

/**
 * Stops the mails: for the button of the page, and for that of a mail program, which posts to the same address
 * (RFC 8058). Nobody has to be signed in.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const body = { token: tokenOf(request) }
  const work = async () => unwrap(await serverApi(context).POST('/api/learning/mail-stops', { body }))
  return await attempt({ intent: 'stop', work, done: words.done })
}

/** Where the link of a mail leads to that a learner chose once. */
export default function StopMails({ loaderData: { kind }, actionData }: Route.ComponentProps) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{words.title}</Title>
        <p className={classes.lead}>{kind === null ? words.missing : words.ask[kind]}</p>
      </header>
      <AnswerNote answer={actionData} />
      {kind === null || actionData?.ok ? (
        <Link to="/progress">{words.toProgress}</Link>
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
