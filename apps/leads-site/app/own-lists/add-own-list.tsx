import { failureText } from '@freeor/site-frame/errors/failure-text'
import { Alert, Button, FileInput, Progress, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { addOwnList } from '../api/own-lists.ts'
import { texts } from '../texts.ts'
import classes from './own-lists.module.css'

const words = texts.ownLists

/** Sends a file and opens the list that it becomes. */
export function AddOwnList() {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [file, setFile] = useState<File | null>(null)
  /** The share that was sent; undefined while nothing is. */
  const [sent, setSent] = useState<number>()
  const send = async (name: string, list: File) => {
    setFailure(undefined)
    setSent(0)
    try {
      const { id } = await addOwnList(name, list, setSent)
      await navigate(`/search/lists/${id}`)
    } catch (error) {
      setFailure(failureText(error, words.failed))
    } finally {
      setSent(undefined)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return setFailure(words.needsName)
    if (!file) return setFailure(words.needsFile)
    void send(name, file)
  }
  return (
    <form className={classes.add} onSubmit={submit} noValidate>
      {failure === undefined ? null : (
        <Alert role="alert" color="orange">
          {failure}
        </Alert>
      )}
      <TextInput label={words.name} name="name" maxLength={120} />
      <FileInput
        label={words.file}
        placeholder={words.chooseFile}
        value={file}
        onChange={setFile}
        clearable
      />
      {sent === undefined ? null : <Sending share={sent} />}
      <Button type="submit" w="fit-content" loading={sent !== undefined}>
        {words.upload}
      </Button>
    </form>
  )
}

function Sending({ share }: { share: number }) {
  const isSent = share >= 1
  return (
    <>
      <Text size="sm" role="status">
        {isSent ? words.reading : words.sending(String(Math.floor(share * 10) * 10))}
      </Text>
      <Progress
        value={isSent ? 100 : share * 100}
        striped={isSent}
        animated={isSent}
        aria-label={words.progress}
        aria-hidden={isSent || undefined}
      />
    </>
  )
}
