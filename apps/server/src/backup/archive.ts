import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** A member of the archive: where its bytes are, and what they hash to. */
export type Member = { readonly name: string; readonly bytes: number; readonly sha256: string }

export type ArchiveWriter = {
  /** Appends a member of any size. */
  add(name: string, body: AsyncIterable<Uint8Array>): Promise<Member>
  /** Writes the end of the archive to disk. */
  finish(): Promise<void>
  /** Closes the file as it is. */
  close(): Promise<void>
}

const block = 512
const ustarMost = 8 ** 11

/**
 * A tar file (POSIX ustar), so that any tool can look into it. The size of a member is known when it has been written,
 * so its header is written then, in the place left for it.
 */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const file = await open(path, 'wx', 0o600)
  let end = 0
  const append = async (bytes: Uint8Array) => {
    await writeAll(file, bytes, end)
    end += bytes.byteLength
  }
  return {
    async add(name, body) {
      const start = end
      end += block
      const hash = createHash('sha256')
      for await (const chunk of body) {
        hash.update(chunk)
        await append(chunk)
      }
      const bytes = end - start - block
      await append(new Uint8Array(padding(bytes)))
      await writeAll(file, header(name, bytes), start)
      return { name, bytes, sha256: hash.digest('hex') }
    },
    async finish() {
      await append(new Uint8Array(2 * block))
      await file.sync()
    },
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, position + done)
    done += bytesWritten
  }
}

const padding = (bytes: number): number => (block - (bytes % block)) % block

function header(name: string, bytes: number): Uint8Array {
  const buffer = Buffer.alloc(block)
  buffer.write(name, 0, 100, 'utf8')
  buffer.write('0000600\0', 100, 'latin1')
  buffer.write('0000000\0', 108, 'latin1')
  buffer.write('0000000\0', 116, 'latin1')
  writeSize(buffer, bytes)
  buffer.write('00000000000\0', 136, 'latin1')
  buffer.write('        0', 148, 'latin1')
  buffer.write('ustar\x0000', 257, 'latin1')
  const sum = buffer.reduce((total, byte) => total + byte, 0)
  buffer.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return buffer
}

/** Octal up to 8 GiB; above it as GNU's and BSD's tar do, a number of base 256. */
function writeSize(buffer: Buffer, bytes: number): void {
  if (bytes < ustarMost) {
    buffer.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    return
  }
  buffer.writeUInt8(0x80, 124)
  buffer.writeBigUInt64BE(BigInt(bytes), 128)
}

function readSize(buffer: Buffer): number {
  if ((buffer.readUInt8(124) & 0x80) !== 0) return Number(buffer.readBigUInt64BE(128))
  return Number.parseInt(buffer.toString('latin1', 124, 136), 8)
}

export type ArchiveReader = {
  readonly names: readonly string[]
  /** The bytes of a member. @throws Error when there is none of the name */
  read(name: string): Readable
  close(): Promise<void>
}

/** Opens an archive and finds its members. @throws Error for a file that is none or was cut off */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const file = await open(path, 'r')
  try {
    const places = await findMembers(file)
    return {
      names: [...places.keys()],
      read(name) {
        const place = places.get(name)
        if (!place) throw new Error(`The archive holds no ${name}`)
        return Readable.from(bytesOf(file, place), { objectMode: false })
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

type Place = { readonly start: number; readonly bytes: number }

async function findMembers(file: FileHandle): Promise<Map<string, Place>> {
  const { size } = await file.stat()
  const places = new Map<string, Place>()
  const buffer = Buffer.alloc(block)
  let at = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, block, at)
    if (bytesRead < block) throw new Error('The file is no archive of ours, or it was cut off')
    if (buffer.every((byte) => byte === 0)) return places
    if (buffer.toString('latin1', 257, 262) !== 'ustar') throw new Error('The file is no archive of ours')
    const name = buffer.toString('utf8', 0, buffer.indexOf(0))
    const bytes = readSize(buffer)
    const start = at + block
    at = start + bytes + padding(bytes)
    if (!(at <= size)) throw new Error('The archive was cut off')
    places.set(name, { start, bytes })
  }
}

const chunkBytes = 1 << 20

async function* bytesOf(file: FileHandle, { start, bytes }: Place): AsyncGenerator<Uint8Array> {
  let done = 0
  while (done < bytes) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, bytes - done))
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, start + done)
    if (bytesRead === 0) throw new Error('The archive was cut off')
    done += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
