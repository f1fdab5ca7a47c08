import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { selectRange } from '@freeor/storage/byte-range'

const compressible: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const binary: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

type Held = {
  type: string
  plain: Buffer<ArrayBuffer>
  etag: string
  br?: Buffer<ArrayBuffer>
  gzip?: Buffer<ArrayBuffer>
}

const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url')}"`

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Reads a file of `folder`, compressed once; undefined when there is none or the path leads out of the folder. */
async function hold(folder: string, pathname: string): Promise<Held | undefined> {
  const extension = extname(pathname)
  const type = compressible[extension] ?? binary[extension]
  const path = normalize(join(folder, pathname))
  // One spelling a file: else each of `//a.js`, `///a.js` ... would be compressed and kept again.
  if (!type || !path.startsWith(folder + sep) || normalize(pathname) !== pathname) return undefined
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined
  const plain = Buffer.from(await readFile(path))
  if (!compressible[extension]) return { type, plain, etag: etagOf(plain) }
  // The build may have put a copy beside it that is smaller than what can be made while a visitor waits.
  const copy = await readFile(`${path}.br`).catch(() => undefined)
  return await compressed(type, plain, copy)
}

async function compressed(type: string, plain: Buffer<ArrayBuffer>, copy?: Buffer): Promise<Held> {
  const br = copy ?? (await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  return { type, plain, etag: etagOf(plain), br: Buffer.from(br), gzip: Buffer.from(await toGzip(plain)) }
}

/** Serves a build's client folder from memory: its files never change while the process lives. */
export function staticFiles(folder: string) {
  const held = new Map<string, Promise<Held | undefined>>()

  return async function file(request: Request): Promise<Response | undefined> {
    const pathname = decodePath(new URL(request.url).pathname)
    if (pathname === undefined || !extname(pathname)) return undefined
    const known = held.get(pathname)
    const found = await (known ?? hold(folder, pathname))
    if (!found) return undefined
    if (!known) held.set(pathname, Promise.resolve(found))
    const headers = {
      'cache-control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
    }
    return found.br ? answer(request, found, headers) : answerPart(request, found, headers)
  }
}

/** The file from memory, in the smallest form that the request accepts. */
function answer(request: Request, found: Held, more: Record<string, string>): Response {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding =
    found.br && /\bbr\b/.test(accepted) ? 'br' : found.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const body = encoding ? (found[encoding] ?? found.plain) : found.plain
  const headers = new Headers({
    'content-type': found.type,
    'content-length': String(body.length),
    vary: 'accept-encoding',
    ...more,
  })
  if (encoding) headers.set('content-encoding', encoding)
  return new Response(body, { headers })
}

/** The file from memory, or the part of it that the request asks for: players of video seek by it. */
function answerPart(request: Request, { type, plain, etag }: Held, more: Record<string, string>): Response {
  const bytes = plain.length
  const header = (name: string) => request.headers.get(name) ?? undefined
  const range = selectRange({ range: header('range'), ifRange: header('if-range') }, { bytes, etag })
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', etag, ...more }
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } })
  const isWhole = range === 'whole'
  const part = isWhole ? plain : plain.subarray(range.start, range.end + 1)
  return new Response(part, {
    status: isWhole ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(part.length),
      ...(isWhole ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
    },
  })
}

/** Serves a text of this process, which is compressed once, at the first request, and told apart by its hash. */
export function heldText(text: string, type: string): (request: Request) => Promise<Response> {
  const plain = Buffer.from(text)
  const etag = etagOf(plain)
  let held: Promise<Held> | undefined
  return async (request) => {
    // Revalidated each time: the next version of the program has another text.
    const headers = { etag, 'cache-control': 'no-cache' }
    if (request.headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers })
    held ??= compressed(type, plain)
    return answer(request, await held, headers)
  }
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
