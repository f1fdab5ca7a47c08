import { unwrap } from '@freeor/api-client/client'
import { Avatar, Button, Group, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { failureText } from '../errors/failure-text.ts'
import { browserApi } from '../frame/api.ts'
import classes from './photo-form.module.css'
import {
  largestPhoto,
  photoField,
  readBase64,
  removePhotoIntent,
  uploadPhotoIntent,
} from './profile-photo.ts'
import { settingsTexts } from './settings-texts.ts'

/**
 * The photo of a profile. The picture goes straight to the API; without script the form is sent, which takes small
 * files alone.
 */
export function PhotoForm({ photoUrl, name }: { photoUrl: string; name: string }) {
  const words = settingsTexts.photo
  const { revalidate, state } = useRevalidator()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const upload = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get(photoField)
    if (!(file instanceof File) || file.size === 0) return setFailure(words.choose)
    if (file.size > largestPhoto) return setFailure(words.tooLarge)
    setBusy(true)
    setFailure('')
    try {
      unwrap(await browserApi().PUT('/api/account/photo', { body: { image: await readBase64(file) } }))
      await revalidate()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group align="flex-start" gap="lg">
      <Avatar
        src={photoUrl === '' ? null : photoUrl}
        alt={photoUrl === '' ? '' : words.alt(name)}
        size={96}
      />
      <Stack gap="sm" align="flex-start" className={classes.part}>
        <Form method="post" encType="multipart/form-data" onSubmit={upload}>
          <Stack gap="sm" align="flex-start">
            <input type="hidden" name="intent" value={uploadPhotoIntent} />
            <label htmlFor="photo">{words.label}</label>
            <input
              id="photo"
              className={classes.file}
              type="file"
              name={photoField}
              accept="image/jpeg,image/png,image/webp,image/gif"
              aria-describedby="photo-hint"
            />
            <small id="photo-hint">{words.hint}</small>
            <Button type="submit" variant="default" loading={isBusy || state === 'loading'}>
              {words.upload}
            </Button>
          </Stack>
        </Form>
        <p role="alert" hidden={failure === ''}>
          {failure}
        </p>
        {photoUrl === '' ? null : (
          <Form method="post">
            <input type="hidden" name="intent" value={removePhotoIntent} />
            <Button type="submit" variant="subtle" color="gray">
              {words.remove}
            </Button>
          </Form>
        )}
      </Stack>
    </Group>
  )
}
