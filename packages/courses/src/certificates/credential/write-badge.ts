import sharp from 'sharp'

/** The badge without a word in it, so that no font of the machine is needed. */
const drawing = (credential: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" width="512" height="512" viewBox="0 0 512 512" role="img" aria-label="Badge of a completed course">
${credential}
<path fill="#8a6d3b" d="m168 300-44 172 76-28 44 60 24-140zm176 0 44 172-76-28-44 60-24-140z"/>
<circle cx="256" cy="208" r="188" fill="#c9a866"/>
<circle cx="256" cy="208" r="168" fill="#fdf8ec" stroke="#8a6d3b" stroke-width="6"/>
<path fill="#3f4f46" d="M132 152c48-14 92-8 124 18 32-26 76-32 124-18v124c-48-12-92-6-124 18-32-24-76-30-124-18z"/>
<path fill="#fdf8ec" d="M144 162c40-10 74-4 104 20v92c-30-18-64-22-104-14zm224 0c-40-10-74-4-104 20v92c30-18 64-22 104-14z"/>
<path fill="none" stroke="#8a6d3b" stroke-width="16" stroke-linecap="round" stroke-linejoin="round" d="m208 226 34 34 64-72"/>
</svg>
`

/** In JSON, angle brackets stand only in texts, where they may be written this way: nothing in it can be a tag. */
const withoutTags = (json: string): string => json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')

/** The badge as SVG with the credential inside. Source: Open Badges 3.0, section 5.3.2.1. */
export const bakeSvg = (credential: string): string =>
  drawing(`<openbadges:credential><![CDATA[${withoutTags(credential)}]]></openbadges:credential>`)

const crcTable = Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

const crc = (bytes: Uint8Array): number => {
  let value = 0xffffffff
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** After the signature and the header, before everything else. */
const afterHeader = 33

let plain: Promise<Buffer> | undefined

/** The badge as PNG with the credential in a text chunk. Source: Open Badges 3.0, section 5.3.1.1. */
export async function bakePng(credential: string): Promise<Buffer> {
  plain ??= sharp(Buffer.from(drawing('')))
    .png()
    .toBuffer()
  const image = await plain
  const body = Buffer.from(`iTXtopenbadgecredential\0\0\0\0\0${credential}`)
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc(body))
  return Buffer.concat([image.subarray(0, afterHeader), length, body, check, image.subarray(afterHeader)])
}
