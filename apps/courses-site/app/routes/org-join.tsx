import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { getMe } from '@freeor/site-frame/frame/visitor'
import { Button, Group, Title } from '@mantine/core'
import { Form, Link, redirect } from 'react-router'
import classes from '../org/org.module.css'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-join'

const words = organizationTexts.join

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

/** What the link shows; a link that is over is no error of the page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const me = await getMe(api)
  try {
    const { organization } = unwrap(await api.POST('/api/org/invitations/open', { body: { token } }))
    return { token, organization, isSignedIn: me.user !== null }
  } catch (error) {
    if (error instanceof ApiProblem) return { token, organization: null, isSignedIn: me.user !== null }
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const body = { token: text('token') }
  const work = async () => unwrap(await serverApi(context).POST('/api/org/invitations/accept', { body }))
  const joined = await attempt({ intent, work, done: '' })
  return joined.data.ok ? redirect('/intro') : joined
}

/** Joining an organization by its link. */
export default function OrgJoin({ loaderData, actionData }: Route.ComponentProps) {
  const { token, organization, isSignedIn } = loaderData
  const next = `next=${encodeURIComponent(`/org/join?token=${token}`)}`
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{organization === null ? words.title : words.heading(organization)}</Title>
        <p className={classes.lead}>{organization === null ? words.gone : words.lead}</p>
      </header>
      <AnswerNote answer={actionData} />
      {organization === null ? null : isSignedIn ? (
        <Form method="post">
          <input type="hidden" name="intent" value="join" />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg">
            {words.accept}
          </Button>
        </Form>
      ) : (
        <Group>
          <Button component={Link} to={`/login?${next}`} size="lg">
            {words.login}
          </Button>
          <Button component={Link} to={`/signup?${next}`} size="lg" variant="default">
            {words.signup}
          </Button>
        </Group>
      )}
    </div>
  )
}
