/**
 * Reads ClickHouse's `Native` format: blocks of columns, each the cells of one type one after the other. Source:
 * https://clickhouse.com/docs/interfaces/formats/Native. Only types of a fixed width.
 */
export type NativeReader = {
  /** Takes the next bytes; whole and partial cells alike. @throws Error for what is not such a stream */
  take(bytes: Uint8Array): void
  /** @throws Error when the stream ends within a block */
  end(): void
}

/** Told the name and the type of each column of a block, and then its cells as they come. */
export type NativeSink = {
  column(index: number, name: string, type: string): void
  cells(index: number, bytes: Uint8Array): void
  /** A block of so many rows has been read. */
  block(rows: number): void
}

const widths: Readonly<Record<string, number>> = { UInt8: 1, UInt16: 2, UInt32: 4, Float64: 8 }

/** More than a header ever takes: the name of a column and its type. */
const LONGEST_HEADER = 1 << 16

export function readNative(sink: NativeSink): NativeReader {
  let rest: Uint8Array = new Uint8Array()
  let columns = 0
  let rows = 0
  let index = 0
  /** Bytes of the current column that are still to come; undefined before its header. */
  let left: number | undefined

  /** The bytes of one header, or undefined while they are not all there. */
  function readHeader(): boolean {
    const header = openHeader(rest)
    if (index === 0 && left === undefined && columns === 0) {
      const [wide, high] = [header.number(), header.number()]
      if (wide === undefined || high === undefined) return false
      columns = wide
      rows = high
      rest = rest.subarray(header.at())
      return true
    }
    const [name, type] = [header.text(), header.text()]
    if (name === undefined || type === undefined) return false
    const width = widths[type]
    if (width === undefined) throw new Error(`A column of the type ${type} has no fixed width`)
    sink.column(index, name, type)
    left = rows * width
    rest = rest.subarray(header.at())
    return true
  }

  function readCells(): void {
    const bytes = rest.subarray(0, left)
    if (bytes.length > 0) sink.cells(index, bytes)
    rest = rest.subarray(bytes.length)
    left = (left ?? 0) - bytes.length
    if (left > 0) return
    left = undefined
    index += 1
    if (index < columns) return
    sink.block(rows)
    columns = 0
    index = 0
  }

  return {
    take(bytes) {
      rest = rest.length === 0 ? bytes : joined(rest, bytes)
      while (rest.length > 0) {
        if (left !== undefined) readCells()
        else if (!readHeader()) {
          if (rest.length > LONGEST_HEADER) throw new Error('This is not a stream of native blocks')
          // The rest of a header is kept; the caller may use its memory again.
          rest = rest.slice()
          return
        }
      }
      if (left === 0) readCells()
    },
    end() {
      if (rest.length > 0 || columns > 0) throw new Error('The stream of native blocks ended within a block')
    },
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Reads numbers of 7 bits a byte, and texts that follow their length; undefined where the bytes are not all there. */
function openHeader(bytes: Uint8Array) {
  let at = 0
  const number = (): number | undefined => {
    let value = 0
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++] as number
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
    return undefined
  }
  const text = (): string | undefined => {
    const length = number()
    if (length === undefined || at + length > bytes.length) return undefined
    at += length
    return new TextDecoder().decode(bytes.subarray(at - length, at))
  }
  return { number, text, at: () => at }
}
