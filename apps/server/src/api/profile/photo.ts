import { removePhoto, uploadPhoto } from '@freeor/accounts/profile/photos/commands'
import { getPhoto } from '@freeor/accounts/profile/photos/queries'
import { photoAnswer, photoInput, photoParams } from '@freeor/accounts/profile/photos/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from './caller-of.ts'

export const uploadPhotoOperation = operation({
  id: 'uploadPhoto',
  method: 'put',
  path: '/api/account/photo',
  area: 'profile',
  summary: 'Makes a picture the photo of the profile: JPEG, PNG, WebP or GIF, drawn anew as a small square',
  access: 'user',
  whileImpersonating: 'allowed',
  body: photoInput,
  maxBodyBytes: 14_001_000,
  answer: photoAnswer,
  async handle(call) {
    const { deps, body, user } = call
    const sent = { ...callerOf(call), bytes: Buffer.from(body.image, 'base64') }
    return await uploadPhoto(deps.auth, user(), sent)
  },
})

export const removePhotoOperation = operation({
  id: 'removePhoto',
  method: 'delete',
  path: '/api/account/photo',
  area: 'profile',
  summary: 'Removes the photo of the profile',
  access: 'user',
  whileImpersonating: 'allowed',
  status: 204,
  async handle(call) {
    await removePhoto(call.deps.auth, call.user(), callerOf(call))
    return new Response(null, { status: 204 })
  },
})

export const fetchPhotoOperation = operation({
  id: 'fetchPhoto',
  method: 'get',
  path: '/api/photos/{photoId}',
  area: 'profile',
  summary: 'A photo, by its unguessable address; gone with the photo',
  access: 'public',
  params: photoParams,
  produces: 'image/webp',
  async handle({ deps, params }) {
    const image = await getPhoto(deps.db, params.photoId)
    return new Response(Buffer.from(image), {
      headers: {
        'content-type': 'image/webp',
        'content-length': String(image.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        // Its content never changes. A removed one may stay in its viewer's browser, and nowhere in between.
        'cache-control': 'private, max-age=86400, immutable',
      },
    })
  },
})
