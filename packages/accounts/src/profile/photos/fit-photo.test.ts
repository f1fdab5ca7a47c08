import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fitPhoto } from './fit-photo.ts'

const photo = async () =>
  await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .jpeg()
    .toBuffer()

test('a photo whose telephone wrote its header untidily is taken, one that is cut is not', async () => {
  const bytes = await photo()
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda])) + 2
  const untidy = Buffer.from(bytes)
  // The end of the spectrum, which many cameras write wrongly for a picture that is not progressive.
  untidy[scan + untidy.readUInt16BE(scan) - 2] = 62
  expect((await sharp(await fitPhoto(untidy)).metadata()).width).toBe(256)
  await expect(fitPhoto(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
