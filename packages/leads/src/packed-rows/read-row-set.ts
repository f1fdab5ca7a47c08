/** Some rows: a bit for each. */
export type RowSet = { readonly bits: Uint8Array<ArrayBuffer>; readonly size: number }

export const hasRow = (bits: Uint8Array, row: number): boolean =>
  ((bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0

const ROW_BYTES = 4

/** Reads UInt32 numbers, little-endian, each once. The stream may be cut anywhere. */
export async function readRowSet(stream: AsyncIterable<Uint8Array>): Promise<RowSet> {
  let bits = new Uint8Array(1 << 16)
  let size = 0
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % ROW_BYTES)
    for (let at = 0; at < whole; at += ROW_BYTES) {
      const row = bytes.readUInt32LE(at)
      if (row >>> 3 >= bits.length) bits = enlarged(bits, (row >>> 3) * 2)
      bits[row >>> 3] = (bits[row >>> 3] as number) | (1 << (row & 7))
    }
    size += whole / ROW_BYTES
    rest = bytes.subarray(whole)
  }
  return { bits, size }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
