import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { useLookAgain } from '@freeor/site-frame/live/use-look-again'
import { formatCount, formatTime } from '@freeor/ui/format'
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { getEmail, retryEmail } from '../api/email.ts'
import classes from '../email/email.module.css'
import { RecipientTable } from '../email/recipient-table.tsx'
import { emailTexts } from '../texts/email.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/shared-email'

const words = emailTexts

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.sentTitle) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireLogin(context, api)
  return { email: await forPage(context, getEmail(api, params.emailId)) }
}

/** Another try for a recipient. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await readForm(request)
  const work = () => retryEmail(serverApi(context), params.emailId, form.text('email'))
  return await attempt({ intent: 'retry', work, done: words.retried })
}

/** How far a message is: the state of each recipient. */
export default function SharedEmail({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const answer = useKeptAnswer(actionData)
  // Mails, or the free leads for them, wait.
  const isWaiting = email.freeLeadsPending || email.recipients.some(({ state }) => state === 'queued')
  useLookAgain(isWaiting)
  const query = email.savedSearch ? `?savedSearch=${email.savedSearch}` : ''
  return (
    <div className={classes.page}>
      <div>
        <p>
          <Link to="/search">{words.back}</Link>
        </p>
        <Title order={1}>{email.subject}</Title>
        <p className={classes.lead}>{formatTime(email.timestamp)}</p>
      </div>
      <AnswerNote answer={answer} />
      <section aria-labelledby="recipients">
        <Title order={2} size="h3" id="recipients" mb="sm">
          {words.recipients}
        </Title>
        {email.freeLeads > 0 ? <p>{words.earned(formatCount(email.freeLeads))}</p> : null}
        <HeldWhileActing>
          <RecipientTable recipients={email.recipients} />
        </HeldWhileActing>
      </section>
      <p>
        <Link to={`/share/email${query}`}>{words.another}</Link>
      </p>
    </div>
  )
}
