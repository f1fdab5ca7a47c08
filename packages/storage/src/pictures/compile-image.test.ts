import { crc32 } from 'node:zlib'
import { AppError } from '@freeor/kernel/errors'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compileImage } from './compile-image.ts'
import { imageName } from './image-name.ts'
import { sniffImage } from './sniff-image.ts'

const red = { r: 200, g: 30, b: 30 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })

const refusalOf = async (bytes: Buffer) =>
  await compileImage(bytes).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.message : error),
  )

const svg = (content: string, attributes = 'viewBox="0 0 100 50" width="100" height="50"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

test.each([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['tiff', 'jpg'],
] as const)('a %s is kept as %s with its size', async (format, ending) => {
  const bytes = await plain(64, 32).toFormat(format).toBuffer()
  expect(sniffImage(bytes)).toBe(format)
  expect(await compileImage(bytes)).toMatchObject({ ending, width: 64, height: 32, notice: null })
})

test('the picture is turned as its camera says, then place, device and date are gone', async () => {
  const exif = {
    IFD0: { Make: 'SecretCamera', Copyright: 'SecretPerson' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W' },
  }
  for (const format of ['jpeg', 'webp', 'png'] as const) {
    const bytes = await plain(64, 32)
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before.exif, format).toBeDefined()
    const image = await compileImage(bytes)
    const after = await sharp(image.bytes).metadata()
    expect([image.width, image.height], format).toEqual([32, 64])
    expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual(Array(4).fill(undefined))
    expect(image.bytes.includes('SecretCamera')).toBe(false)
  }
})

test('what is hidden behind the pixels is gone: the file is a picture and nothing else', async () => {
  const hidden = '<script>alert(document.domain)</script>PK\u0003\u0004'
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    const bytes = Buffer.concat([await plain(8, 8).toFormat(format).toBuffer(), Buffer.from(hidden)])
    const image = await compileImage(bytes)
    expect(image.bytes.includes('script'), format).toBe(false)
    expect(sniffImage(image.bytes), format).toBe(format)
  }
  const commented = await plain(8, 8)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">script</x:xmpmeta>')
    .png()
    .toBuffer()
  expect((await compileImage(commented)).bytes.includes('xmpmeta')).toBe(false)
})

/** A small PNG whose header says another size, with the checksum that fits. */
async function pngSaying(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(8, 8).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('an image of 40 megapixels, and a bomb, are refused by the header', async () => {
  for (const [width, height] of [
    [8_000, 5_000],
    [60_000, 60_000],
    [1_000_000, 37],
  ] as const)
    expect(await refusalOf(await pngSaying(width, height))).toContain('36 million pixels')
  expect(await refusalOf(await pngSaying(5_000, 5_000))).toContain('Is the file complete?')
})

test('frames count: an animation keeps them, one of too many or too large ones is refused', async () => {
  const frames = async (count: number, side: number) => {
    const raw = { width: side, height: side * count, channels: 3 as const, pageHeight: side }
    // No two frames are the same: equal ones would be one.
    const all = Buffer.alloc(side * side * count * 3).map((_, at) => (at * 7 + (at % 251)) % 256)
    return await sharp(Buffer.from(all), { raw })
      .gif({ delay: Array(count).fill(50) })
      .toBuffer()
  }
  const small = await compileImage(await frames(4, 40))
  expect(small).toMatchObject({ ending: 'gif', width: 40, height: 40 })
  expect((await sharp(small.bytes, { pages: -1 }).metadata()).pages).toBe(4)
  expect(await refusalOf(await frames(201, 4))).toContain('200 frames')
  const large = await frames(12, 4)
  large.writeUInt16LE(1_900, 6)
  large.writeUInt16LE(1_900, 8)
  expect(await refusalOf(large)).toContain('36 million pixels')
})

test('a large picture is made smaller, a small one is not made larger', async () => {
  const image = await compileImage(await plain(5_000, 1_000).jpeg().toBuffer())
  expect([image.width, image.height]).toEqual([2560, 512])
})

test('a cut, an empty and a foreign file are refused with a sentence', async () => {
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 99, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
  expect(await refusalOf(whole.subarray(0, whole.byteLength / 2))).toBe(
    'That picture could not be read. Is the file complete?',
  )
  for (const text of ['', 'hello', '<html><svg></svg></html>', '%PDF-1.7', 'BM', '#!/bin/sh'])
    expect(await refusalOf(Buffer.from(text))).toContain('Please choose a JPEG')
})

const hostile = [
  '<script>alert(1)</script>',
  '<g onload="alert(1)" onclick="alert(1)"><rect width="1" height="1"/></g>',
  '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>',
  '<image href="http://evil.example/x.png" width="9" height="9"/>',
  '<use href="http://evil.example/x.svg#a"/>',
  '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example"/></foreignObject>',
  '<style>@import url(http://evil.example/x.css); rect { fill: url(http://evil.example/y) }</style>',
  '<rect width="9" height="9" fill="url(http://evil.example/z#a)"/>',
  '<rect width="9" height="9" style="background:url(http://evil.example/z)"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onmouseover" to="alert(1)"/>',
]

test.each(hostile)('of the SVG %s nothing is left that runs or loads', async (content) => {
  const { bytes } = await compileImage(svg(`${content}<circle cx="5" cy="5" r="4" fill="#123456"/>`))
  const text = bytes.toString()
  expect(text).toContain('circle')
  expect(text).not.toMatch(
    /script|onload|onclick|onmouseover|evil\.example|foreignObject|@import|<set|<animate/i,
  )
})

test('a drawing stays as it is drawn, with a picture of its pixels beside it', async () => {
  const drawing =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="100" height="50" fill="url(#g)"/>'
  const image = await compileImage(svg(drawing))
  expect(image.bytes.toString()).toContain('url(#g)')
  expect(image).toMatchObject({ ending: 'svg', width: 100, height: 50 })
  expect(sniffImage(image.raster ?? Buffer.alloc(0))).toBe('png')
})

test('an SVG of a drawing program is taken: with its DOCTYPE, and its shapes look as its style sheet says', async () => {
  const file = `<?xml version="1.0"?>
<!-- Made by a program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><style type="text/css">
/* colours */ @media print { .a { fill: #000 } } .a, #b { fill: #12ab34 } rect { fill: #f00; stroke: none }
.c { fill: url(http://evil.example/x#y); behavior: url(x); -moz-binding: url(y) }
</style><rect class="a" width="9" height="9"/><circle id="b" class="c" r="2"/></svg>`
  const { bytes, raster } = await compileImage(Buffer.from(file))
  const text = bytes.toString()
  expect(text).toMatch(/<rect [^>]*fill="#12ab34"/)
  expect(text).toMatch(/<circle [^>]*fill="#12ab34"/)
  expect(text).not.toMatch(/style|DOCTYPE|evil|binding|behavior|media/)
  const { data } = await sharp(raster).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(-3)]).toEqual([0x12, 0xab, 0x34])
  expect((await compileImage(bytes)).bytes.equals(bytes)).toBe(true)
})

test('hostile style sheets of an SVG take no longer than their length', async () => {
  const started = process.cpuUsage()
  for (const piece of ['{', '}', '/*', 'a{', '.a{x:y}', ',', '<!--', '@media{'])
    await compileImage(svg(`<style>${piece.replaceAll('<', '&lt;').repeat(20_000)}</style><g class="a"/>`))
  await compileImage(svg(`<style>.a { fill: red }</style>${'<g class="a"/>'.repeat(7_900)}`))
  await compileImage(svg(`<style>${'g,'.repeat(60_000)}g{${'fill:red;'.repeat(13_000)}}</style><g/>`))
  expect(process.cpuUsage(started).user).toBeLessThan(9_000_000)
})

test('an SVG of groups inside of each other without end is refused at once, also with tags that are left out', async () => {
  const started = process.cpuUsage()
  const nested = (tag: string, depth: number) =>
    svg(`<${tag} x="a>b">`.repeat(depth) + `</${tag}>`.repeat(depth))
  for (const tag of ['g', 'a', 'foreignObject'])
    expect(await refusalOf(nested(tag, 6_000))).toContain('inside of each other')
  expect(await refusalOf(svg('<'.repeat(200_000)))).toContain('could not be read')
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
  expect(await refusalOf(nested('g', 150))).toBe('taken')
  expect(await refusalOf(svg(`<!-- ${'<g>'.repeat(300)} -->${'<g><path/></g>'.repeat(300)}`))).toBe('taken')
})

test('an SVG of more elements or comments than are read in a moment is refused at once', async () => {
  const started = process.cpuUsage()
  for (const piece of ['<g/>', '<!---->', '<x/>', 'a<g></g>'])
    expect(await refusalOf(svg(piece.repeat(30_000)))).toContain('8,000 shapes')
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  expect(await refusalOf(svg('<path d="M1 1"/>'.repeat(7_900)))).toBe('taken')
})

test('an SVG with entities or a DTD, too large a one, and one of endless size are refused', async () => {
  const laughs = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
  )
  expect(await refusalOf(laughs)).not.toBe('taken')
  const inside = Buffer.concat([Buffer.from('<?xml version="1.0"?><!-- c -->'), svg('<!ENTITY a "b">')])
  expect(await refusalOf(inside)).toContain('DOCTYPE')
  expect(await refusalOf(svg('<g/>'.repeat(100_000)))).toContain('256 KB')
  expect(await refusalOf(svg('<rect/>', 'width="90000" height="90000"'))).toContain('million pixels')
})

test.each([
  ['Freiheit & Glaube.JPG', 'rrr-freiheit-glaube.jpg'],
  ['../../etc/passwd', 'rrr-passwd.jpg'],
  ['C:\\photos\\Été 1.png', 'rrr-ete-1.jpg'],
  ['信仰.png', 'rrr-picture.jpg'],
  ['<script>.svg', 'rrr-script.jpg'],
  ['', 'rrr-picture.jpg'],
])('a file called %s is kept as %s', (given, kept) => {
  expect(imageName(given, { random: 'rrr', ending: 'jpg' })).toBe(kept)
})
