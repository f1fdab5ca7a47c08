import { failureText } from '@freeor/site-frame/errors/failure-text'
import type { Answer } from '@freeor/site-frame/frame/answer'
import { useUnsavedWork } from '@freeor/site-frame/frame/unsaved-work'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Alert, Button, FileInput, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { addSuppressionList } from '../api/suppression-lists.ts'
import { texts } from '../texts.ts'
import classes from './suppression.module.css'

const words = texts.suppression

const intent = 'add'

/** Sends a file, or what was typed, and says that it was read. What is typed meanwhile stays. */
export function AddList() {
  const revalidator = useRevalidator()
  const [told, setTold] = useState<Answer>()
  const [isBusy, setBusy] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const { form, onInput } = useChanges({ name: '', entries: '' }, told)
  const send = async (name: string, list: Blob) => {
    setBusy(true)
    setTold(undefined)
    try {
      await addSuppressionList(name, list)
      await revalidator.revalidate()
      setTold({ intent, ok: true, text: words.found(name) })
      setFile(null)
    } catch (error) {
      setTold({ intent, ok: false, text: failureText(error, words.failed) })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const read = (field: string) => String(fields.get(field) ?? '').trim()
    if (read('name') === '') return setTold({ intent, ok: false, text: words.needsName })
    const list = file ?? (read('entries') === '' ? undefined : new Blob([read('entries')]))
    if (!list) return setTold({ intent, ok: false, text: words.needsEntries })
    void send(read('name'), list)
  }
  useUnsavedWork(file !== null)
  return (
    <form className={classes.add} ref={form} onInput={onInput} onSubmit={submit} noValidate>
      {told ? (
        <Alert role={told.ok ? 'status' : 'alert'} color={told.ok ? 'teal' : 'orange'}>
          {told.text}
        </Alert>
      ) : null}
      <TextInput label={words.name} name="name" maxLength={120} />
      <FileInput
        label={words.file}
        placeholder={words.chooseFile}
        value={file}
        onChange={setFile}
        clearable
        disabled={isBusy}
      />
      <Textarea label={words.paste} name="entries" rows={4} />
      {isBusy ? (
        <Text size="sm" role="status">
          {words.reading}
        </Text>
      ) : null}
      <Button type="submit" w="fit-content" loading={isBusy}>
        {words.upload}
      </Button>
    </form>
  )
}
