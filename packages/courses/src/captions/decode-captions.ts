/**
 * The bytes of a file of captions as text: by its byte order mark, else as UTF-8, else as Windows-1252, in which programs of
 * Windows write SRT. Runs in the browser.
 */
export function decodeCaptionFile(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
