import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { Alert, Anchor, Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { askForApproval } from '../api/spending.ts'
import { texts } from '../texts.ts'

const words = texts.spending

type State = { status: 'idle' | 'asking' | 'asked' } | { status: 'failed'; message: string }

/** For a download above the member's limit: asks the owner and the admins to approve it. */
export function AskApproval({ request }: { request: DownloadRequest }) {
  const [note, setNote] = useState('')
  const [state, setState] = useState<State>({ status: 'idle' })
  useUnsavedWork(note !== '' && state.status !== 'asked')
  const ask = () => {
    setState({ status: 'asking' })
    askForApproval(browserApi(), request, note).then(
      () => setState({ status: 'asked' }),
      (error: unknown) => setState({ status: 'failed', message: failureText(error) }),
    )
  }
  if (state.status === 'asked')
    return (
      <Alert color="green" role="status">
        {words.asked}{' '}
        <Anchor component={Link} to="/settings/spending">
          {words.seeRequests}
        </Anchor>
      </Alert>
    )
  return (
    <section aria-label={words.ask}>
      <Textarea
        label={words.note}
        description={words.askLead}
        value={note}
        maxLength={500}
        autosize
        maxRows={4}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {state.status === 'failed' ? (
        <Alert color="orange" role="alert" mt="sm">
          {state.message}
        </Alert>
      ) : null}
      <Button variant="default" mt="sm" loading={state.status === 'asking'} onClick={ask}>
        {words.ask}
      </Button>
    </section>
  )
}
