import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Badge, Button, Text } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { SentEmail } from '../api/email.ts'
import { emailTexts } from '../texts/email.ts'
import classes from './email.module.css'

const words = emailTexts

type Recipient = SentEmail['recipients'][number]

function State({ recipient: { state, reason, returned } }: { recipient: Recipient }) {
  const why = returned ? returned.reason : state === 'sent' ? null : reason
  return (
    <div className={classes.state}>
      <Badge color="gray" variant="outline" tt="none" c="var(--mantine-color-text)">
        {returned ? words.returned[returned.kind] : words.states[state]}
      </Badge>
      {why ? <span className={classes.note}>{why}</span> : null}
    </div>
  )
}

function Retry({ email, canRetry }: Recipient) {
  const isBusy = useNavigation().formData?.get('email') === email
  if (!canRetry) return null
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="email" value={email} />
      <Button type="submit" size="xs" variant="default" loading={isBusy} aria-label={words.retryFor(email)}>
        {words.retry}
      </Button>
    </Form>
  )
}

/** How far the mail of each recipient is, with another try for those that failed. */
export function RecipientTable({ recipients }: Pick<SentEmail, 'recipients'>) {
  const { email, state, when, retry } = words.columns
  const count = (wanted: Recipient['state']) =>
    recipients.filter((one) => one.state === wanted && one.returned?.kind !== 'hard').length
  const cameBack = recipients.filter(({ returned }) => returned?.kind === 'hard').length
  return (
    <>
      <Text role="status" mb="sm">
        {count('queued') > 0 ? words.waiting : words.done(String(count('sent')), String(count('failed')))}
        {cameBack > 0 ? ` ${words.cameBack(String(cameBack))}` : ''}
      </Text>
      <Table
        label={words.recipients}
        columns={[email, state, when, retry]}
        empty={words.none}
        hasRowHeads
        rows={recipients.map((one) => ({
          key: one.email,
          cells: [
            one.email,
            <State key="state" recipient={one} />,
            one.sentAt ? formatTime(one.sentAt) : '',
            <Retry key="retry" {...one} />,
          ],
        }))}
      />
    </>
  )
}
