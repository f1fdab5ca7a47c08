import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '@freeor/kernel/errors'
import { requireKey, requirePrefix } from './key.ts'
import { measure } from './measure.ts'
import type { FileStore, StoredFile } from './ports.ts'
import { readS3Url, s3UrlShape } from './s3-url.ts'

type Bucket = { readonly client: S3Client; readonly name: string; readonly folder: string }

/**
 * Keeps files in a bucket of S3 or of a store that speaks its protocol. `url` is
 * `https://KEY:SECRET@host/bucket?region=eu-central-1`, with an optional folder after the bucket; key and secret are
 * URL-encoded; the region is `us-east-1` unless told. A file has 10,000 parts at most, of 5 MiB unless told.
 * @throws Error with a sentence when the URL lacks a part.
 */
export function openS3Store(url: string, { partBytes }: { partBytes?: number } = {}): FileStore {
  const bucket = openBucket(url)
  const at = (key: string) => {
    requireKey(key)
    return { Bucket: bucket.name, Key: bucket.folder + key }
  }
  const { client } = bucket
  return {
    async write(key, body) {
      const measured = measure()
      const upload = new Upload({
        ...{ client, params: { ...at(key), Body: measured.stream } },
        ...(partBytes !== undefined && { partSize: partBytes, queueSize: 2 }),
      })
      // A multipart upload becomes visible when it is completed, so a reader never sees half a file. When the body
      // fails, the stream's error ends the upload, which drops its parts.
      const uploading = upload.done().catch((error: Error) => {
        // Nothing reads the body any more: without this the pipeline would wait forever.
        measured.stream.destroy(error)
        throw error
      })
      const [piped, uploaded] = await Promise.allSettled([pipeline(body, measured.stream), uploading])
      if (piped.status === 'rejected' && !isFromStore(uploaded)) throw piped.reason
      if (uploaded.status === 'rejected') throw toAppError(uploaded.reason)
      return measured.result()
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      if (range && (range.start < 0 || range.end < range.start)) {
        throw new AppError('range_not_satisfiable', 'That range is outside the file')
      }
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
        if (!(Body instanceof Readable))
          throw new AppError('unavailable', 'The file store answered without a body')
        return Body
      } catch (error) {
        throw toAppError(error)
      }
    },
    async stat(key) {
      try {
        const found = await client.send(new HeadObjectCommand(at(key)))
        return { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
      } catch (error) {
        const known = toAppError(error)
        if (known.code === 'not_found') return undefined
        throw known
      }
    },
    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand(at(key)))
      } catch (error) {
        throw toAppError(error)
      }
    },
    list(prefix) {
      requirePrefix(prefix)
      return listBucket(bucket, prefix)
    },
  }
}

async function* listBucket({ client, name, folder }: Bucket, prefix: string): AsyncGenerator<StoredFile> {
  let token: string | undefined
  do {
    const page = await client
      .send(
        new ListObjectsV2Command({
          Bucket: name,
          Prefix: folder + prefix,
          ...(token && { ContinuationToken: token }),
        }),
      )
      .catch((error: unknown) => {
        throw toAppError(error)
      })
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key)
        yield { key: Key.slice(folder.length), bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) }
    }
    token = page.NextContinuationToken
  } while (token)
}

function openBucket(text: string): Bucket {
  const place = readS3Url(text)
  if (!place) throw new Error(`The address of a bucket ${s3UrlShape}.`)
  const { endpoint, region, accessKeyId, secretAccessKey, bucket, folder } = place
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Not all other stores support Amazon's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  })
  return { client, name: bucket, folder }
}

/** The store itself refused or was not reached, in contrast to the body having failed on our side. */
function isFromStore(uploaded: PromiseSettledResult<unknown>): boolean {
  return uploaded.status === 'rejected' && '$metadata' in (uploaded.reason as object)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 404) return new AppError('not_found', 'There is no such file', { cause: error })
  if (status === 416) {
    return new AppError('range_not_satisfiable', 'That range is outside the file', { cause: error })
  }
  return new AppError('unavailable', 'The file store does not answer', { cause: error })
}
