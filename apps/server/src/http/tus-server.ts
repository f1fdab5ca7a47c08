import type { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import type { Uploads } from '@freeor/storage/uploads/open-uploads'
import { DataStore, ERRORS, Server, Upload } from '@tus/server'

type TusOptions = {
  readonly path: string
  readonly uploads: Uploads
  readonly mostBytes: number
  newUploadId(): string
}

/** A server of resumable uploads (the tus protocol) that keeps them where every server on the same files finds them. */
export const openTusServer = ({ path, uploads, mostBytes, newUploadId }: TusOptions): Server =>
  new Server({
    path,
    datastore: new UploadStore(uploads),
    maxSize: mostBytes,
    relativeLocation: true,
    namingFunction: newUploadId,
    respectForwardedHeaders: false,
    onResponseError: (_request, error) =>
      error instanceof AppError && error.code === 'unavailable'
        ? { status_code: 503, body: `${error.message}\n` }
        : undefined,
  })

/** What the tus server asks of a store. Its locks are of one process; ours need none. */
class UploadStore extends DataStore {
  readonly #uploads: Uploads

  constructor(uploads: Uploads) {
    super()
    this.#uploads = uploads
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {}, creation_date } = upload
    await this.#uploads.begin(id, { size, metadata, createdAt: creation_date ?? new Date().toISOString() })
    return upload
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    return await this.#uploads.append(id, offset, body)
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.find(id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    const { size, offset, metadata, createdAt } = found
    return new Upload({ id, size, offset, metadata, creation_date: createdAt })
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#uploads.find(id))) throw ERRORS.FILE_NOT_FOUND
    await this.#uploads.remove(id)
  }
}
