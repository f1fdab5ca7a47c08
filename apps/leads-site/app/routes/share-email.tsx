import { ApiProblem, sentenceOf } from '@freeor/api-client/client'
import { missingFields } from '@freeor/leads/emails/missing-fields'
import { missingTexts } from '@freeor/leads/emails/texts'
import { ProveAddress, useMustProveAddress } from '@freeor/site-frame/account/prove-address'
import { EndedNotice } from '@freeor/site-frame/billing/ended-notice'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount } from '@freeor/ui/format'
import { Title } from '@mantine/core'
import { useState } from 'react'
import { data, Link, redirect } from 'react-router'
import {
  type EmailPreview,
  getIncentive,
  listEmails,
  type Message,
  previewEmail,
  sendEmail,
} from '../api/email.ts'
import { getSavedSearch } from '../api/saved-searches.ts'
import { ComposeForm } from '../email/compose-form.tsx'
import classes from '../email/email.module.css'
import { MailPreview } from '../email/mail-preview.tsx'
import { PastEmails } from '../email/past-emails.tsx'
import { completed, readMessage } from '../email/read-message.ts'
import { emailTexts } from '../texts/email.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/share-email'

const words = emailTexts

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

/** The message to begin with: a super admin's raw fields are those of our template. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const { user, plan, abilities } = await requireLogin(context, api)
  const savedSearch = new URL(request.url).searchParams.get('savedSearch') ?? ''
  const search = savedSearch === '' ? null : await forPage(context, getSavedSearch(api, savedSearch))
  const isRaw = user.superAdmin
  const from = { email: user.email, name: user.name }
  const blank: Message = {
    ...{ to: '', cc: '', bcc: '', from, subject: '', text: words.firstWords, html: '' },
    ...(search && { savedSearch: search.id }),
  }
  const [template, emails, incentive] = await forPage(
    context,
    Promise.all([previewEmail(api, blank), listEmails(api), getIncentive(api)]),
  )
  const { subject, text, html } = template
  const message: Message = isRaw ? { ...blank, subject, text, html } : blank
  const earns = search !== null && incentive.perRecipient > 0 ? incentive : null
  return {
    ...{ earns, message, isRaw, searchName: search?.searchName ?? null, emails, key: crypto.randomUUID() },
    ...{ hasEnded: plan?.active === false, canChange: abilities['billing.change'] },
  }
}

type Said = Answer & { readonly message: Message; readonly key: string; readonly preview?: EmailPreview }

/** Shows the mail, or sends it. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = serverApi(context)
  const form = await readForm(request)
  const { intent } = form
  const [message, key] = [readMessage(form), form.text('key')]
  try {
    if (intent === 'send') {
      const { id } = await sendEmail(api, message, key)
      return redirect(`/share/email/${id}`)
    }
    const preview = await previewEmail(api, message)
    // The mail is not shown with a button that could not send it.
    const [missing] = missingFields(completed(message, preview))
    if (missing)
      return data<Said>({ intent, ok: false, text: missingTexts[missing], message, key }, { status: 422 })
    return data<Said>({ intent, ok: true, text: '', message, key, preview })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const text = sentenceOf(error.details) || error.message
    return data<Said>({ intent, ok: false, text, message, key }, { status: error.status })
  }
}

function Steps({ current }: { current: 'compose' | 'preview' }) {
  return (
    <ol className={classes.steps} aria-label={words.steps}>
      {(['compose', 'preview', 'send'] as const).map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {words.step[step]}
        </li>
      ))}
    </ol>
  )
}

/** The mail tool: compose, see the mail, send. */
export default function ShareEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { isRaw, searchName, emails, earns } = loaderData
  const said = actionData as Said | undefined
  const message = said?.message ?? loaderData.message
  const key = said?.key ?? loaderData.key
  const [isTyped, setTyped] = useState(false)
  useUnsavedWork(isTyped)
  const mustProve = useMustProveAddress()
  return (
    <div className={classes.page}>
      <div>
        <p>
          <Link to="/search">{words.back}</Link>
        </p>
        <Title order={1}>{searchName === null ? words.headingAny : words.heading(searchName)}</Title>
        <p className={classes.lead}>{words.lead}</p>
        {earns ? (
          <p className={classes.lead}>
            {words.freeLeads(formatCount(earns.perRecipient), formatCount(earns.monthly))}
          </p>
        ) : null}
      </div>
      <Steps current={said?.preview ? 'preview' : 'compose'} />
      {said?.text ? <AnswerNote answer={said} /> : null}
      {loaderData.hasEnded ? (
        <EndedNotice canChange={loaderData.canChange} />
      ) : mustProve ? (
        <ProveAddress texts={texts.verification} />
      ) : (
        <HeldWhileActing>
          <ComposeForm message={message} isRaw={isRaw} messageKey={key} onTyped={() => setTyped(true)} />
        </HeldWhileActing>
      )}
      {said?.preview ? (
        <MailPreview preview={said.preview} message={message} messageKey={key} isRaw={isRaw} />
      ) : null}
      <PastEmails emails={emails} />
    </div>
  )
}
