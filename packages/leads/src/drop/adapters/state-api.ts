import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { z } from 'zod'
import { dropLimits } from '../limits.ts'
import type {
  DownloadAnswer,
  DropApi,
  Later,
  Refused,
  StatusFile,
  UploadAnswer,
  UploadKind,
} from '../ports.ts'

export type StateApiOptions = { readonly url: string; readonly key: string; readonly timeoutMs?: number }

const message = z.object({ message: z.string() })

const uploadAnswer = z.object({
  message: z.string(),
  accepted: z.array(z.object({ fileName: z.string() })),
  rejected: z.array(z.object({ fileName: z.string(), message: z.string() })),
})

/** Calls of the state's API: "DROP Data Broker API" 1.2.0 of the California Privacy Protection Agency. */
export const openStateApi = ({ url, key, timeoutMs = dropLimits.requestMs }: StateApiOptions): DropApi => {
  const call = async (path: string, init: RequestInit): Promise<Response> =>
    await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      ...init,
      headers: { 'X-API-KEY': key, accept: 'application/zip, application/json' },
      // The key goes to the configured address alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    download: async () => await answered(async () => await readDownload(await call('/data/download', {}))),
    send: async (kind, file) =>
      await answered(async () => await readUpload(await call(`/data/${kind}`, formOf(kind, file)))),
  }
}

function formOf(_kind: UploadKind, { name, bytes }: StatusFile): RequestInit {
  const body = new FormData()
  body.append('files', new Blob([Uint8Array.from(bytes)], { type: 'text/csv' }), name)
  return { method: 'POST', body }
}

/** What breaks on the way is asked again later. */
async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer | Later> {
  try {
    return await ask()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const text = cause instanceof Error ? cause.message : String(cause)
    return { kind: 'later', seconds: dropLimits.retrySeconds, message: `No answer: ${text}` }
  }
}

async function readDownload(response: Response): Promise<DownloadAnswer> {
  const isArchive = response.headers.get('content-type')?.startsWith('application/zip') === true
  if (response.status === 200 && isArchive && response.body) {
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    return { kind: 'archive', name: nameOf(response.headers.get('content-disposition')), body }
  }
  const text = await messageOf(response)
  if (response.status === 200) return { kind: 'nothing', message: text }
  if (response.status === 202) return laterOf(response, text)
  if (response.status === 409) return { kind: 'unfinished', message: text }
  return failureOf(response, text)
}

async function readUpload(response: Response): Promise<UploadAnswer> {
  const body: unknown = await response.json().catch(() => undefined)
  const read = uploadAnswer.safeParse(body)
  if ((response.status === 202 || response.status === 400) && read.success) {
    const { accepted, rejected } = read.data
    return {
      kind: 'read',
      message: read.data.message,
      accepted: accepted.map((one) => one.fileName),
      rejected,
    }
  }
  const said = message.safeParse(body)
  const text = said.success ? said.data.message : `Answer ${response.status}`
  return response.status === 409 ? { kind: 'closed', message: text } : failureOf(response, text)
}

const messageOf = async (response: Response): Promise<string> => {
  const read = message.safeParse(await response.json().catch(() => undefined))
  return read.success ? read.data.message : `Answer ${response.status}`
}

const laterOf = ({ headers }: Response, text: string): Later => {
  const seconds = Number(headers.get('retry-after'))
  const isTold = Number.isInteger(seconds) && seconds > 0
  return {
    kind: 'later',
    seconds: isTold ? Math.min(seconds, dropLimits.refusedSeconds * 24) : dropLimits.retrySeconds,
    message: text,
  }
}

const failureOf = (response: Response, text: string): Later | Refused =>
  response.status === 429 || response.status >= 500
    ? laterOf(response, text)
    : { kind: 'refused', status: response.status, message: text }

/** A file name of the answer, without a folder. */
function nameOf(disposition: string | null): string {
  const name = /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]?.trim() ?? ''
  return /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/.test(name) ? name : 'archive.zip'
}
