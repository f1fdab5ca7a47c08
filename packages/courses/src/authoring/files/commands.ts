import { buffer } from 'node:stream/consumers'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { imageName } from '@freeor/storage/pictures/image-name'
import { mostImageBytes } from '@freeor/storage/pictures/limits'
import { randomPart } from '@freeor/storage/pictures/random-part'
import { sniffImage } from '@freeor/storage/pictures/sniff-image'
import { storeImage } from '../images/commands.ts'
import { requireLessonEditor } from '../require-editor.ts'
import { requireFileKind } from './file-kind.ts'
import { mostAccountBytes, mostFileBytes, sniffedBytes } from './limits.ts'
import type { FileDeps, FinishedUpload } from './ports.ts'
import type { TakenFile } from './schema.ts'

/** The key of a file in the file store. */
export const fileKey = (accountId: string, fileName: string): string => `downloads/${accountId}/${fileName}`

const filePath = (accountId: string, fileName: string): string => `/api/lesson-files/${accountId}/${fileName}`

const inMb = (bytes: number) => `${(bytes / 1024 ** 2).toLocaleString('en-US')} MB`

/**
 * Takes an uploaded file for the lessons of an account. What is a picture by its bytes is written anew, whatever it is
 * called; anything else is a file to be handed out, which no browser runs. Who may read it: see `requireFileReader`.
 * @throws AppError not_found, forbidden; invalid_request for a kind that is not taken and for one that is no such file;
 *   conflict where the account's files would be too many
 */
export async function takeFile(
  deps: FileDeps,
  { actor, lessonId }: { readonly actor: UserActor; readonly lessonId: string },
  upload: FinishedUpload,
): Promise<TakenFile> {
  const { companyId } = await requireLessonEditor(deps.db, actor, lessonId)
  const { name, bytes } = upload
  if (bytes === 0) throw new AppError('invalid_request', 'That file is empty.')
  const head = await buffer(await upload.read({ start: 0, end: Math.min(bytes, sniffedBytes) - 1 }))
  if (sniffImage(head) !== undefined) {
    if (bytes > mostImageBytes)
      throw new AppError('invalid_request', `A picture may have ${inMb(mostImageBytes)} at most.`)
    const content = await buffer(await upload.read())
    const { answer } = await storeImage(deps, { companyId, userId: actor.userId, name, content })
    return { kind: 'picture', ...answer }
  }
  const ending = requireFileKind(name, head)
  if (bytes > mostFileBytes)
    throw new AppError('invalid_request', `A file may have ${inMb(mostFileBytes)} at most.`)
  await requireAccountRoom(deps, companyId, bytes)
  const fileName = imageName(name, { random: randomPart(), ending, bare: 'file' })
  await deps.files.write(fileKey(companyId, fileName), await upload.read())
  return { kind: 'file', src: filePath(companyId, fileName), name: shownName(name), bytes }
}

/** The last part of a path, in one line: it becomes the words of a link. */
const shownName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200) || 'file'

/** Counted without a lock: two files at the same moment may pass together. */
async function requireAccountRoom({ files }: FileDeps, companyId: string, adding: number): Promise<void> {
  let used = adding
  for await (const { bytes } of files.list(`downloads/${companyId}/`)) used += bytes
  if (used > mostAccountBytes)
    throw new AppError('conflict', `The files of your account may have ${inMb(mostAccountBytes)} together.`, {
      details: { used: used - adding, allowed: mostAccountBytes },
    })
}
