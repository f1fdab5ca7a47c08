import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { attempt, expectDone, refusal } from '../frame/answer.ts'
import type { SettingsTexts } from './settings-texts.ts'

export const uploadPhotoIntent = 'upload-photo'
export const removePhotoIntent = 'remove-photo'
export const photoField = 'photo'
/** Bytes, as the API takes them. */
export const largestPhoto = 10_000_000

/** A file as the API takes it. A piece at a time: as arguments of one call its bytes would be too many. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieceSize = 32_768
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceSize)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceSize))
  return btoa(text)
}

/** The form of the photo, sent without script. */
export async function submitPhoto(api: ApiClient, form: FormData, { photo: words }: SettingsTexts) {
  const intent = String(form.get('intent'))
  if (intent === removePhotoIntent) {
    const work = async () => expectDone(await api.DELETE('/api/account/photo'))
    return await attempt({ intent, work, done: words.removed })
  }
  const file = form.get(photoField)
  if (!(file instanceof Blob) || file.size === 0) return refusal(intent, words.choose)
  const body = { image: await readBase64(file) }
  const work = async () => unwrap(await api.PUT('/api/account/photo', { body }))
  return await attempt({ intent, work, done: words.uploaded })
}
