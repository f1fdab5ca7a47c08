import type { CustomFetch } from 'openid-client'

/** Descriptions, keys and tokens are a few KB. */
const mostBytes = 512 * 1024

/** `fetch` for answers that are read whole into memory: one that is too long is refused before it is read. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop ends the connection.
    if (size > mostBytes)
      throw new Error(`An answer of ${new URL(url).host} is longer than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  const isBare = status === 204 || status === 304
  return new Response(isBare ? null : Buffer.concat(chunks), { status, statusText, headers })
}
