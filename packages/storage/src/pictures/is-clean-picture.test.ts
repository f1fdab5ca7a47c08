import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compileImage } from './compile-image.ts'
import { isCleanPicture } from './is-clean-picture.ts'

const plain = (pages = 1) =>
  sharp({ create: { width: 64, height: 32 * pages, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>',
)

test('what an upload became is clean in every kind, and under no other ending', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    const { bytes, ending } = await compileImage(await plain().toFormat(format).toBuffer())
    expect(await isCleanPicture(bytes, ending), format).toBe(true)
    expect(await isCleanPicture(bytes, 'svg'), format).toBe(false)
  }
  const { bytes } = await compileImage(drawing)
  expect(await isCleanPicture(bytes, 'svg')).toBe(true)
  const photo = await compileImage(
    await sharp({
      create: {
        width: 99,
        height: 77,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 99, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer(),
  )
  expect(await isCleanPicture(photo.bytes, 'jpg')).toBe(true)
})

test('a picture with anything behind it, with a comment, a place or a script is not clean', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    const { bytes, ending } = await compileImage(await plain().toFormat(format).toBuffer())
    expect(await isCleanPicture(Buffer.concat([bytes, Buffer.from('<script>')]), ending), format).toBe(false)
    expect(await isCleanPicture(bytes.subarray(0, bytes.length - 3), ending), format).toBe(false)
  }
  const exif = { IFD0: { Copyright: 'Somebody' } }
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await plain().withExif(exif).toFormat(format).toBuffer()
    expect(await isCleanPicture(bytes, format === 'jpeg' ? 'jpg' : format), format).toBe(false)
  }
  const hostile = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect(await isCleanPicture(hostile, 'svg')).toBe(false)
  expect(await isCleanPicture(Buffer.from('<html>'), 'png')).toBe(false)
})
