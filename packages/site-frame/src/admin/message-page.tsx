import { formatTime } from '@freeor/ui/format'
import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadMessage, type MessageData } from './mail.ts'
import classes from './message.module.css'

export const meta = titleMeta<typeof loader>(
  (_texts, record) => record?.mail.subject ?? adminTexts.pages.mail,
)

export const loader = loadMessage

/** One message of the outbox: its text, and its markup on request. */
export default function MessagePage({ loaderData: { mail } }: PageProps<typeof loader>) {
  const { mail: texts } = adminTexts
  const state = `${texts.to}: ${mail.to} · ${mail.state} · ${formatTime(mail.sentAt ?? mail.createdAt)}`
  return (
    <AdminFrame>
      <PaneHead title={mail.subject} lead={state} back={{ to: '/admin/mail', label: texts.back }} />
      {mail.isWithheld ? <Text>{texts.withheld}</Text> : <Content mail={mail} texts={texts} />}
    </AdminFrame>
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
