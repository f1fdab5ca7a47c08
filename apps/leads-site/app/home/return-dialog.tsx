import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { DialogActions } from '@freeor/site-frame/frame/dialog-actions'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { formatCount } from '@freeor/ui/format'
import { Alert, Button, FileInput, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Returned, returnLeads } from '../api/downloads.ts'
import { returnTexts as words } from '../texts/returns.ts'

export type ReturnDialogProps = {
  id: string
  name: string
  onClose: () => void
  /** Something was given back. */
  onReturned: () => void
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n;]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** Sends contacts of a file back that do not work, and says what came of each. */
export function ReturnDialog({ onReturned, ...props }: ReturnDialogProps) {
  const [returned, setReturned] = useState<Returned>()
  const done = (answer: Returned) => {
    setReturned(answer)
    if (answer.refunded > 0) onReturned()
  }
  return (
    <FormDialog title={words.title} closeLabel={words.close} onClose={props.onClose}>
      {returned ? (
        <Outcome returned={returned} onClose={props.onClose} />
      ) : (
        <ReturnForm {...props} onDone={done} />
      )}
    </FormDialog>
  )
}

type ReturnFormProps = Omit<ReturnDialogProps, 'onReturned'> & { onDone: (returned: Returned) => void }

function ReturnForm({ id, name, onClose, onDone }: ReturnFormProps) {
  const [contacts, setContacts] = useState('')
  const [problem, setProblem] = useState('')
  const [warning, setWarning] = useState<string>()
  const [isSending, setSending] = useState(false)
  useUnsavedWork(contacts !== '' || problem !== '')
  const send = async (body: { contacts: string[]; problem: string }) => {
    setSending(true)
    try {
      onDone(await returnLeads(browserApi(), id, body))
    } catch (error) {
      setWarning(failureText(error, words.failed))
      setSending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const named = linesOf(contacts)
    if (named.length === 0) setWarning(words.needsContacts)
    else if (problem.trim() === '') setWarning(words.needsProblem)
    else void send({ contacts: named, problem })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {warning ? (
          <Alert color="orange" role="alert">
            {warning}
          </Alert>
        ) : null}
        <Text>{words.about(name)}</Text>
        <Textarea
          label={words.contacts}
          description={words.contactsHint}
          value={contacts}
          onChange={(event) => setContacts(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={10}
          data-autofocus
        />
        <FileInput
          label={words.file}
          accept=".txt,.csv,text/plain"
          onChange={(file) => void file?.text().then((text) => setContacts(text))}
        />
        <TextInput
          label={words.problem}
          description={words.problemHint}
          value={problem}
          maxLength={2000}
          onChange={(event) => setProblem(event.currentTarget.value)}
        />
      </Stack>
      <DialogActions cancel={words.cancel} submit={words.send} isBusy={isSending} onCancel={onClose} />
    </form>
  )
}

/** Each count that is not zero, in a sentence. */
function Outcome({ returned, onClose }: { returned: Returned; onClose: () => void }) {
  const lines = [
    [words.refunded, returned.refunded],
    [words.looked, returned.open],
    [words.before, returned.before],
    [words.overShare, returned.overShare],
    [words.unknown, returned.unknown],
  ] as const
  return (
    <>
      <Stack gap="xs" role="status">
        {lines
          .filter(([, count]) => count > 0)
          .map(([sentence, count]) => {
            const text = sentence(formatCount(count))
            return <Text key={text}>{text}</Text>
          })}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{words.close}</Button>
      </Group>
    </>
  )
}
