import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Message } from '../api/email.ts'
import { emailTexts } from '../texts/email.ts'
import classes from './email.module.css'

const words = emailTexts

export type ComposeFormProps = {
  message: Message
  /** A super admin sees and edits the raw fields. */
  isRaw: boolean
  messageKey: string
  onTyped: () => void
}

/** Whom the message goes to, and what it says. */
export function ComposeForm({ message, isRaw, messageKey, onTyped }: ComposeFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Form method="post" preventScrollReset onChange={onTyped} className={classes.form}>
      <input type="hidden" name="key" value={messageKey} />
      <input type="hidden" name="savedSearch" value={message.savedSearch ?? ''} />
      <Stack gap="md">
        <Textarea
          name="to"
          label={words.to}
          description={words.toHint}
          defaultValue={message.to}
          autosize
          minRows={1}
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
        />
        <div className={classes.pair}>
          <TextInput name="cc" label={words.cc} description={words.toHint} defaultValue={message.cc} />
          <TextInput name="bcc" label={words.bcc} description={words.bccHint} defaultValue={message.bcc} />
        </div>
        {isRaw ? <RawFields message={message} /> : <Words message={message} />}
        <Button type="submit" name="intent" value="preview" loading={isBusy} className={classes.submit}>
          {words.see}
        </Button>
      </Stack>
    </Form>
  )
}

/** Everybody else's sender, subject and markup are ours; they are sent along as the specification's fields. */
function Words({ message }: { message: Message }) {
  return (
    <>
      <input type="hidden" name="fromEmail" value={message.from.email} />
      <input type="hidden" name="fromName" value={message.from.name} />
      {message.savedSearch ? (
        <input type="hidden" name="subject" value={message.subject} />
      ) : (
        <TextInput name="subject" label={words.subject} defaultValue={message.subject} maxLength={150} />
      )}
      <Textarea
        name="text"
        label={words.words}
        description={words.wordsHint}
        defaultValue={message.text}
        maxLength={5000}
        autosize
        minRows={5}
      />
    </>
  )
}

function RawFields({ message }: { message: Message }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput name="fromName" label={words.fromName} defaultValue={message.from.name} maxLength={200} />
        <TextInput
          name="fromEmail"
          label={words.fromEmail}
          defaultValue={message.from.email}
          maxLength={200}
        />
      </div>
      <TextInput name="subject" label={words.subject} defaultValue={message.subject} maxLength={300} />
      <Textarea
        name="text"
        label={words.text}
        defaultValue={message.text}
        autosize
        minRows={5}
        maxRows={14}
        classNames={{ input: classes.code ?? '' }}
      />
      <Textarea
        name="html"
        label={words.html}
        description={words.rawHint}
        defaultValue={message.html}
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
      />
    </>
  )
}
