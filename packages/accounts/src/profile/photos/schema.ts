import { z } from 'zod'

/** A file of up to 10 MB, in base64. */
export const photoInput = z.strictObject({
  image: z.base64().min(1, 'Please choose a picture.').max(14_000_000, 'A picture may have at most 10 MB.'),
})

export const photoAnswer = z.object({ photoUrl: z.string() })

export const photoParams = z.strictObject({ photoId: z.string().max(60) })

const path = '/api/photos/'

/** Where a photo is served; the same on every site. */
export const photoPath = (photoId: string): string => `${path}${photoId}`

/** Whether a profile's `photoUrl` is a photo that was uploaded here. */
export const isUploaded = (photoUrl: string): boolean => photoUrl.startsWith(path)

export const wrongPicture = 'Please choose a picture: JPEG, PNG, WebP or GIF.'
