import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { DialogActions } from '@freeor/site-frame/frame/dialog-actions'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Alert, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { makeReport, type ReportKind } from '../api/reports.ts'
import { reportTexts as words } from '../texts/reports.ts'

export type ReportDialogProps = { kind: ReportKind; id: string; name: string; onClose: () => void }

/** Says what is wrong with a search or a download. */
export function ReportDialog(props: ReportDialogProps) {
  const [isSent, setSent] = useState(false)
  return (
    <FormDialog title={words.title} closeLabel={words.cancel} onClose={props.onClose}>
      {isSent ? (
        <Text role="status">{words.sent(props.name)}</Text>
      ) : (
        <ReportForm {...props} onSent={() => setSent(true)} />
      )}
    </FormDialog>
  )
}

function ReportForm({ kind, id, name, onClose, onSent }: ReportDialogProps & { onSent: () => void }) {
  const [warning, setWarning] = useState<string>()
  const [isSending, setSending] = useState(false)
  const { form, onInput } = useChanges({ problem: '' })
  const send = async (problem: string) => {
    setSending(true)
    try {
      await makeReport(browserApi(), { kind, id, problem })
      onSent()
    } catch (error) {
      setWarning(failureText(error, words.failed))
      setSending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = String(new FormData(event.currentTarget).get('problem') ?? '').trim()
    if (problem === '') setWarning(words.empty)
    else void send(problem)
  }
  return (
    <form ref={form} onInput={onInput} onSubmit={submit} noValidate>
      {warning ? (
        <Alert color="orange" role="alert" mb="md">
          {warning}
        </Alert>
      ) : null}
      <Text mb="md">{words.about(name)}</Text>
      <Textarea
        name="problem"
        label={words.problem}
        description={words.hint}
        maxLength={2000}
        autosize
        minRows={4}
        data-autofocus
      />
      <DialogActions cancel={words.cancel} submit={words.send} isBusy={isSending} onCancel={onClose} />
    </form>
  )
}
