import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { writeZip, type ZipEntry } from '@freeor/storage/zip/write-zip'
import { z } from 'zod'
import { type DropList, dropLists, dropStatus } from './schema.ts'

/*
 * A stand-in for California's DROP, for tests: it keeps the state of a batch and refuses what the description of the API
 * ("DROP Data Broker API" 1.2.0) refuses. What it answers is checked against these schemas before it leaves.
 */

const message = z.strictObject({ message: z.string().min(1) })
const accepted = z.strictObject({
  fileName: z.string().regex(/[.]csv$/),
  fileSizeBytes: z.int().positive(),
})
const rejected = z.strictObject({ fileName: z.string(), message: z.string() })
const uploadAnswer = z.strictObject({
  message: z.string(),
  acceptedCount: z.int(),
  rejectedCount: z.int(),
  accepted: z.array(accepted),
  rejected: z.array(rejected),
})

export type Offered = { readonly itemId: string; readonly hash: string; readonly list: DropList }

/** `cut`: the answer breaks off. `lost`: it is done, and there is no answer. `none`: it succeeds. */
type Failure = number | 'cut' | 'lost' | 'none'

export type StandIn = {
  readonly url: string
  readonly key: string
  /** What the next archive holds; lists without items are files with a header alone. */
  offer(items: readonly Offered[], removed?: readonly Offered[]): void
  /** The next calls are answered so instead, in this order. */
  failNext(...failures: Failure[]): void
  /** Statuses that were reported, by work item. */
  readonly statuses: ReadonlyMap<string, number>
  /** What was asked, with what was answered. */
  readonly calls: string[]
  close(): Promise<void>
}

type Batch = {
  readonly items: ReadonlyMap<string, DropList>
  /** Names of its files. */
  readonly files: ReadonlySet<string>
  /** Names that were uploaded. */
  readonly names: Set<string>
  /** Items without a status. */
  readonly open: Set<string>
}

const fileDate = '20260312_4821'
const preparingCalls = 2
const say = (text: string) => message.parse({ message: text })

type Lists = { readonly items: readonly Offered[]; readonly removed: readonly Offered[] }

/** The state of the registry, and what it answers. */
class Registry {
  readonly statuses = new Map<string, number>()
  private offered: Lists | undefined
  private prepared = 0
  private batch: Batch | undefined
  private readonly known = new Map<string, DropList>()
  private readonly amended = new Set<string>()

  offer(lists: Lists): void {
    this.offered = lists
    this.prepared = 0
  }

  async download(): Promise<Answer> {
    if (this.batch && this.batch.open.size > 0)
      return json(409, say('Complete the current batch or contact support.'))
    if (!this.offered)
      return json(200, say('No new consumer request data or removed identifiers are available.'))
    this.prepared++
    if (this.prepared <= preparingCalls)
      return json(202, say('The package is being created. Call again later.'), { 'retry-after': '2' })
    const { items, removed } = this.offered
    this.open(items)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileDate}_DROP.zip"`,
    }
    return { status: 200, headers, body: await buffer(writeZip(filesOf(items, removed))) }
  }

  private open(items: readonly Offered[]): void {
    this.batch = {
      items: new Map(items.map(({ itemId, list }) => [itemId, list])),
      files: new Set(dropLists.map((list) => `${fileDate}_${list}.csv`)),
      names: new Set(),
      open: new Set(items.map(({ itemId }) => itemId)),
    }
    for (const { itemId, list } of items) this.known.set(itemId, list)
    this.offered = undefined
  }

  async take(request: IncomingMessage, isAmendment: boolean): Promise<Answer> {
    const { batch } = this
    const isOpen = batch !== undefined && batch.open.size > 0
    if (isOpen === isAmendment || !batch)
      return json(409, say('No active download is waiting for responses.'))
    const type = request.headers['content-type'] ?? ''
    const sent = new Response(await buffer(request), { headers: { 'content-type': type } })
    const files = (await sent.formData())
      .getAll('files')
      .filter((one): one is File => typeof one !== 'string')
    const [taken, refused]: [z.infer<typeof accepted>[], z.infer<typeof rejected>[]] = [[], []]
    for (const file of files) {
      const problem = this.problemOf(batch, { name: file.name, text: await file.text() }, isAmendment)
      if (problem === undefined) taken.push({ fileName: file.name, fileSizeBytes: file.size })
      else refused.push({ fileName: file.name, message: problem })
    }
    const answer = {
      message: taken.length > 0 ? 'Upload received.' : 'Upload request is invalid.',
      ...{ acceptedCount: taken.length, rejectedCount: refused.length, accepted: taken, rejected: refused },
    }
    return json(taken.length > 0 ? 202 : 400, uploadAnswer.parse(answer))
  }

  /** Why a file is not taken. One that is taken counts at once. */
  private problemOf(
    batch: Batch,
    { name, text }: { name: string; text: string },
    isAmendment: boolean,
  ): string | undefined {
    const [, base = '', list = ''] =
      /^(\d{8}_\d{4}_([A-Za-z]+))(?:_[A-Za-z0-9]{1,10})?[.]csv$/.exec(name) ?? []
    if (!batch.files.has(`${base}.csv`)) return 'This is not a downloaded file name.'
    const names = isAmendment ? this.amended : batch.names
    if (names.has(name)) return 'A file with this name was already uploaded for the current download.'
    const [header, ...rows] = text.split(/\r?\n/)
    if (header !== 'Id,Status') return 'Invalid CSV header. Expected: Id,Status.'
    if (rows.pop() !== '') return 'The last row has no end.'
    const read = rows.map((row) => row.split(','))
    for (const [id = '', status = '', ...more] of read) {
      const isItem = (isAmendment ? this.known.get(id) : batch.items.get(id)) === list
      if (!isItem || more.length > 0) return `Row of ${id} is none of this list.`
      if (!dropStatus.safeParse(Number(status)).success) return `Status ${status} is none.`
    }
    names.add(name)
    for (const [id = '', status = ''] of read) {
      this.statuses.set(id, Number(status))
      batch.open.delete(id)
    }
    return undefined
  }
}

const csv = (header: string, rows: readonly string[]) => Buffer.from([header, ...rows, ''].join('\r\n'))

const filesOf = (items: readonly Offered[], removed: readonly Offered[]): ZipEntry[] => [
  ...dropLists.map((list) => {
    const own = items.filter((one) => one.list === list)
    const rows = own.map(({ itemId, hash }) => `${itemId},${hash}`)
    return { name: `${fileDate}_${list}.csv`, bytes: csv('ID,Hash', rows) }
  }),
  ...(removed.length === 0 ? [] : [removedFile(removed)]),
]

function removedFile(removed: readonly Offered[]): ZipEntry {
  const rows = removed.map(({ itemId, hash, list }) => `${itemId},${hash},${list}`)
  return { name: `${fileDate}_Removed.csv`, bytes: csv('ID,Hash,ListType', rows) }
}

const key = 'the key of a test'

async function answerTo(registry: Registry, request: IncomingMessage): Promise<Answer> {
  if (request.headers['x-api-key'] !== key) return json(401, say('API key is missing or invalid.'))
  switch (`${request.method} ${request.url}`) {
    case 'GET /data/download':
      return await registry.download()
    case 'POST /data/upload':
      return await registry.take(request, false)
    case 'POST /data/amend':
      return await registry.take(request, true)
    default:
      return json(404, say('The requested endpoint was not found.'))
  }
}

/** An answer that breaks off after some bytes. */
function cut(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length + 100 })
  response.write(body.subarray(0, 20))
  setTimeout(() => response.destroy(), 20)
}

export async function openStandIn(): Promise<StandIn> {
  const registry = new Registry()
  const calls: string[] = []
  const failures: Failure[] = []
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`
    const failure = failures.shift()
    if (typeof failure === 'number') {
      calls.push(`${call} ${failure}`)
      const { status, headers, body } = json(failure, say(`Answer ${failure} of a test`), {
        'retry-after': '30',
      })
      return void response.writeHead(status, headers).end(body)
    }
    const answer = await answerTo(registry, request)
    calls.push(`${call} ${failure === 'cut' || failure === 'lost' ? failure : answer.status}`)
    if (failure === 'lost') return void response.destroy()
    if (failure === 'cut') return cut(response, answer)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    statuses: registry.statuses,
    calls,
    offer: (items, removed = []) => {
      registry.offer({ items, removed })
    },
    failNext: (...next) => void failures.push(...next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

type Answer = { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
})
