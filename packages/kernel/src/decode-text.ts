/** What programs of Windows write in each language; Windows-1252 in all others. */
const windowsEncodings: Readonly<Record<string, string>> = {
  ...{ bg: 'windows-1251', ru: 'windows-1251', uk: 'windows-1251', sr: 'windows-1251', mk: 'windows-1251' },
  ...{ cs: 'windows-1250', pl: 'windows-1250', hu: 'windows-1250', sk: 'windows-1250', sl: 'windows-1250' },
  ...{ hr: 'windows-1250', ro: 'windows-1250', bs: 'windows-1250', sq: 'windows-1250' },
  ...{ el: 'windows-1253', tr: 'windows-1254', he: 'windows-1255', ar: 'windows-1256', fa: 'windows-1256' },
  ...{ lt: 'windows-1257', lv: 'windows-1257', et: 'windows-1257', vi: 'windows-1258', th: 'windows-874' },
  ...{ ja: 'shift_jis', ko: 'euc-kr', zh: 'gb18030', 'zh-tw': 'big5', 'zh-hk': 'big5', 'zh-hant': 'big5' },
}

function windowsEncoding(language: string): string {
  const tag = language.toLowerCase()
  return windowsEncodings[tag] ?? windowsEncodings[tag.split('-')[0] ?? ''] ?? 'windows-1252'
}

/** UTF-16 without its mark: every other byte of Latin letters is zero. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const head = bytes.subarray(0, 1_000)
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  return even > head.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/**
 * The bytes of a text file as text: by its byte order mark, else as UTF-8 or UTF-16, else as programs of Windows write
 * its language. Runs in the browser.
 * @param language a tag of BCP 47; '' where nothing tells
 */
export function decodeText(bytes: Uint8Array, language = ''): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(windowsEncoding(language)).decode(bytes)
  }
}
