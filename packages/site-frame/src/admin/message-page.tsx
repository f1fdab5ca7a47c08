import { formatTime } from '@freeor/ui/format'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadMessage, type MessageData, submitMessage } from './mail.ts'
import classes from './message.module.css'
import { ReasonField } from './reason-field.tsx'

export const meta = titleMeta<typeof loader>(
  (_texts, record) => record?.mail.subject ?? adminTexts.pages.mail,
)

export const loader = loadMessage
export const action = submitMessage

/** One message of the outbox: its text, and its markup on request; whether it came back, and what that stops. */
export default function MessagePage({
  loaderData: { mail },
  actionData,
}: PageProps<typeof loader, typeof action>) {
  const { mail: texts } = adminTexts
  const words = mail.returned ? texts.returned[mail.returned.kind] : mail.state
  const state = `${texts.to}: ${mail.to} · ${words} · ${formatTime(mail.sentAt ?? mail.createdAt)}`
  return (
    <AdminFrame>
      <PaneHead title={mail.subject} lead={state} back={{ to: '/admin/mail', label: texts.back }} />
      <AnswerNote answer={actionData} />
      {mail.returned && mail.returned.reason !== mail.stop?.reason ? (
        <Text>{mail.returned.reason}</Text>
      ) : null}
      {mail.stop ? <Stop stop={mail.stop} address={mail.to} /> : null}
      {mail.isWithheld ? <Text>{texts.withheld}</Text> : <Content mail={mail} texts={texts} />}
    </AdminFrame>
  )
}

type StopProps = { stop: NonNullable<MessageData['mail']['stop']>; address: string }

function Stop({ stop, address }: StopProps) {
  const { mail: texts } = adminTexts
  return (
    <section aria-labelledby="mail-stop">
      <Title order={2} size="h3" id="mail-stop" mb="sm">
        {texts.stopped}
      </Title>
      <Text>{texts.stops[stop.kind]}</Text>
      {stop.reason ? <Text>{stop.reason}</Text> : null}
      <Text mb="sm">{texts.stoppedSince(formatTime(stop.createdAt))}</Text>
      <ConfirmButton
        label={texts.lift}
        title={`${texts.lift}: ${address}`}
        text={texts.askLift}
        confirm={texts.lift}
        cancel={adminTexts.cancel}
        fields={{ intent: 'lift' }}
      >
        <ReasonField texts={adminTexts} />
      </ConfirmButton>
    </section>
  )
}

type ContentProps = { mail: MessageData['mail']; texts: (typeof adminTexts)['mail'] }

function Content({ mail, texts }: ContentProps) {
  const [isHtmlShown, setHtmlShown] = useState(false)
  return (
    <>
      <section aria-labelledby="mail-text">
        <Title order={2} size="h3" id="mail-text" mb="sm">
          {texts.text}
        </Title>
        <pre className={classes.plain}>{mail.text}</pre>
      </section>
      {isHtmlShown ? (
        // Sandboxed: a mail's markup runs nothing here and reads nothing of this page.
        <iframe className={classes.frame} sandbox="" srcDoc={mail.html} title={texts.html} />
      ) : (
        <Button variant="default" w="fit-content" onClick={() => setHtmlShown(true)}>
          {texts.showHtml}
        </Button>
      )}
    </>
  )
}
