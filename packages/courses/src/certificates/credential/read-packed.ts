/** What a compressed part may grow to: a credential of 50 lessons takes 40 KB. */
const mostBytes = 2_000_000

/** @throws Error for bytes that are not compressed this way, or that grow beyond the limit */
export async function readPacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream as unknown as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > mostBytes) throw new Error('The file holds too much')
    parts.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
