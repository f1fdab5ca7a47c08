import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { getMe } from '@freeor/site-frame/frame/visitor'
import { Button, Group, Title } from '@mantine/core'
import { data, Form, Link } from 'react-router'
import { introPath } from '../course/paths.ts'
import classes from '../org/org.module.css'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org-join'

const words = organizationTexts.join

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

/** The organization in the visitor's profile now. */
const presentOf = async (api: ApiClient): Promise<string> =>
  unwrap(await api.GET('/api/account/profile')).userProfile.org

/** What the link shows; a link that is over is no error of the page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isSignedIn = (await getMe(api)).user !== null
  try {
    const { organization } = unwrap(await api.POST('/api/org/invitations/open', { body: { token } }))
    const present = isSignedIn ? await presentOf(api) : ''
    return { token, organization, isSignedIn, present }
  } catch (error) {
    if (error instanceof ApiProblem) return { token, organization: null, isSignedIn, present: '' }
    throw error
  }
}

type Joined = { organization: string; confirmed: boolean; former: string }

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  const body = { token: text('token') }
  let joined: Joined | undefined
  const work = async () => {
    const former = await presentOf(api)
    joined = { ...unwrap(await api.POST('/api/org/invitations/accept', { body })), former }
  }
  const tried = await attempt({ intent, work, done: '' })
  return joined
    ? data({ ...tried.data, joined })
    : data({ ...tried.data, joined: undefined }, tried.init ?? {})
}

/** What has become of somebody who has joined. */
function JoinedNote({ joined: { organization, confirmed, former } }: { joined: Joined }) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{words.heading(organization)}</Title>
      </header>
      <div role="status">
        <p className={classes.lead}>{words.joined(organization)}</p>
        <p>{confirmed ? words.confirmed : words.unconfirmed}</p>
        {former === '' || former === organization ? null : <p>{words.replaced(former)}</p>}
      </div>
      <Group>
        <Button component={Link} to={introPath} size="lg">
          {words.toLessons}
        </Button>
      </Group>
    </div>
  )
}

/** Joining an organization by its link. */
export default function OrgJoin({ loaderData, actionData }: Route.ComponentProps) {
  const { token, organization, isSignedIn, present } = loaderData
  // A link that was sent by mail is over once it was used.
  if (actionData?.joined) return <JoinedNote joined={actionData.joined} />
  const next = `next=${encodeURIComponent(`/org/join?token=${token}`)}`
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>{organization === null ? words.title : words.heading(organization)}</Title>
        <p className={classes.lead}>{organization === null ? words.gone : words.lead}</p>
        {present === '' || present === organization ? null : <p>{words.replaces(present)}</p>}
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
