import { browserApi } from '@freeor/site-frame/frame/api'
import { useReturnFocus } from '@freeor/ui/use-return-focus'
import { Alert, Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { makeReport, type ReportKind } from '../api/reports.ts'
import { reportTexts as words } from '../texts/reports.ts'

export type ReportDialogProps = { kind: ReportKind; id: string; name: string; onClose: () => void }

/** Says what is wrong with a search or a download. */
export function ReportDialog({ kind, id, name, onClose }: ReportDialogProps) {
  useReturnFocus()
  const [warning, setWarning] = useState<string>()
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  const send = async (problem: string) => {
    setState('sending')
    try {
      await makeReport(browserApi(), { kind, id, problem })
      setWarning(undefined)
      setState('sent')
    } catch (error) {
      setWarning(error instanceof Error ? error.message : words.failed)
      setState('writing')
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const problem = String(new FormData(event.currentTarget).get('problem') ?? '').trim()
    if (problem === '') setWarning(words.empty)
    else void send(problem)
  }
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': words.cancel }}>
      {warning ? (
        <Alert color="orange" role="alert" mb="md">
          {warning}
        </Alert>
      ) : null}
      {state === 'sent' ? (
        <Text role="status">{words.sent(name)}</Text>
      ) : (
        <form onSubmit={submit} noValidate>
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
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={state === 'sending'}>
              {words.send}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}
