/**
 * The bytes of a stream in pieces of at least `size` bytes, but for the last one. Each is a copy with memory of its own, so
 * that it can go to another thread.
 */
export async function* inPieces(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < size) continue
    yield new Uint8Array(Buffer.concat(chunks))
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(chunks))
}
