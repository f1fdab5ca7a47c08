import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { DialogActions } from '@freeor/site-frame/frame/dialog-actions'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { createShareLink, type NewLink } from '../api/shares.ts'
import { texts } from '../texts.ts'
import { NewAddress } from './new-address.tsx'

const words = texts.share

export type ShareDialogProps = {
  kind: NewLink['kind']
  /** Of the saved search or the download. */
  id: string
  name: string
  /** The company's rule. */
  mostDays: number
  onClose: () => void
}

type Mistakes = Partial<Record<'days' | 'mostVisits' | 'password', string>>
type Fields = Pick<NewLink, 'access' | 'days' | 'mostVisits' | 'password'>

/** A whole number above 0; undefined for an empty box, null for anything else. */
function readNumber(text: string): number | undefined | null {
  if (text === '') return undefined
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

function readFields(form: FormData): { fields: Fields; mistakes: Mistakes } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const [days, mostVisits] = [readNumber(text('days')), readNumber(text('mostVisits'))]
  const password = String(form.get('password') ?? '')
  const mistakes: Mistakes = {
    ...(days === null && { days: words.wholeNumber }),
    ...(mostVisits === null && { mostVisits: words.wholeNumber }),
    ...(password !== '' && password.length < 4 && { password: words.passwordShort }),
  }
  const fields: Fields = {
    access: form.get('access') === 'copy' ? 'copy' : 'look',
    ...(days && { days }),
    ...(mostVisits && { mostVisits }),
    ...(password && { password }),
  }
  return { fields, mistakes }
}

function ShareFields({ mistakes, mostDays }: { mistakes: Mistakes; mostDays: number }) {
  return (
    <Stack gap="md">
      <Radio.Group name="access" label={words.access} defaultValue="look">
        <Stack gap="xs" mt="xs">
          <Radio value="look" label={words.look} data-autofocus />
          <Radio value="copy" label={words.copy} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={words.days}
        description={words.daysHint(String(mostDays))}
        name="days"
        inputMode="numeric"
        defaultValue={String(Math.min(30, mostDays))}
        error={mistakes.days}
      />
      <TextInput
        label={words.password}
        description={words.passwordHint}
        name="password"
        maxLength={128}
        autoComplete="off"
        error={mistakes.password}
      />
      <TextInput
        label={words.mostVisits}
        description={words.mostVisitsHint}
        name="mostVisits"
        inputMode="numeric"
        error={mistakes.mostVisits}
      />
      <Text size="sm" c="dimmed">
        {words.contactNote}
      </Text>
    </Stack>
  )
}

/** Makes a link to a search, and shows its address once. */
export function ShareDialog({ kind, id, name, mostDays, onClose }: ShareDialogProps) {
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [warning, setWarning] = useState<string>()
  const [address, setAddress] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const make = async (fields: Fields) => {
    setBusy(true)
    try {
      setAddress(await createShareLink(browserApi(), { kind, id, ...fields }))
    } catch (error) {
      setWarning(failureText(error, words.failed))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readFields(new FormData(event.currentTarget))
    setMistakes(read.mistakes)
    if (Object.keys(read.mistakes).length === 0) void make(read.fields)
  }
  return (
    <FormDialog title={words.title(name)} closeLabel={words.close} onClose={onClose}>
      {address ? (
        <NewAddress address={address} text={words.made} />
      ) : (
        <form onSubmit={submit} noValidate>
          {warning ? (
            <Alert color="orange" role="alert" mb="md">
              {warning}
            </Alert>
          ) : null}
          <ShareFields mistakes={mistakes} mostDays={mostDays} />
          <DialogActions cancel={words.cancel} submit={words.make} isBusy={isBusy} onCancel={onClose} />
        </form>
      )}
    </FormDialog>
  )
}
