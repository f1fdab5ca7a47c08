import { Button, Title } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { EmailPreview, Message } from '../api/email.ts'
import { emailTexts } from '../texts/email.ts'
import classes from './email.module.css'
import { MailFrame } from './mail-frame.tsx'
import { completed, countRecipients } from './read-message.ts'

const words = emailTexts

export type MailPreviewProps = { preview: EmailPreview; message: Message; messageKey: string; isRaw: boolean }

/** The mail as its recipients get it, what is to be mended in it, and the button that sends it. */
export function MailPreview({ preview, message, messageKey, isRaw }: MailPreviewProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'send'
  return (
    <section aria-labelledby="the-mail" className={classes.section}>
      <Title order={2} size="h3" id="the-mail">
        {words.theMail}
      </Title>
      <p className={classes.subject}>{words.subjectIs(preview.subject)}</p>
      <MailFrame key={preview.html} html={preview.html} />
      <details className={classes.plain}>
        <summary>{words.plain}</summary>
        <pre>{preview.text}</pre>
      </details>
      {isRaw ? <Warnings preview={preview} /> : null}
      <Form method="post" className={classes.sending}>
        <input type="hidden" name="key" value={messageKey} />
        {Object.entries(fieldsOf(completed(message, preview))).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="intent" value="send" size="lg" loading={isBusy}>
          {words.sendTo(String(countRecipients(message)))}
        </Button>
        <p className={classes.note}>{words.change}</p>
      </Form>
    </section>
  )
}

/** A message as the fields of a form. */
const fieldsOf = ({ from, savedSearch, ...message }: Message) => ({
  ...message,
  ...{ fromEmail: from.email, fromName: from.name, savedSearch: savedSearch ?? '' },
})

function Warnings({ preview: { warnings, bytes } }: Pick<MailPreviewProps, 'preview'>) {
  return (
    <section aria-labelledby="warnings" className={classes.warnings}>
      <Title order={3} size="h4" id="warnings">
        {words.warnings}
      </Title>
      <p className={classes.note}>{words.bytes((bytes / 1024).toFixed(1))}</p>
      {warnings.length === 0 ? <p>{words.nothingToMend}</p> : null}
      <ul>
        {warnings.map(({ severity, text }) => (
          <li key={text} data-severity={severity}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
