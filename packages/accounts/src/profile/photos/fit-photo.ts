import { AppError } from '@freeor/kernel/errors'
import { openLimiter } from '@freeor/kernel/limiter'
import { photoLimits } from '../../limits.ts'
import { wrongPicture } from './schema.ts'

/** Pixels of a side. */
const side = 256
/** A small file may hold a picture that fills the memory. */
const mostPixels = 50_000_000

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** By the content: a name or a type that somebody sent says nothing. No other reader of the library is ever reached. */
const isPicture = (bytes: Buffer): boolean =>
  startsWith(bytes, '\xff\xd8\xff') ||
  startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
  startsWith(bytes, 'GIF8') ||
  (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8))

const limiter = openLimiter(photoLimits.photos, {
  refuse: () => new AppError('unavailable', 'Many pictures are being read. Please try again in a moment.'),
})

/**
 * The middle of a picture as a small square, drawn anew: nothing of the file is kept, so no place, camera or hidden
 * content. Turned as its camera says; of an animation the first frame.
 * @throws AppError invalid_request for anything but a JPEG, PNG, WebP or GIF that can be read
 */
export async function fitPhoto(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new AppError('invalid_request', wrongPicture)
  return await limiter.run({}, async () => {
    const { default: sharp } = await import('sharp')
    try {
      return await sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: 'error' })
        .rotate()
        .resize(side, side, { fit: 'cover' })
        .webp({ quality: 82 })
        .toBuffer()
    } catch (cause) {
      throw new AppError('invalid_request', wrongPicture, { cause })
    }
  })
}
