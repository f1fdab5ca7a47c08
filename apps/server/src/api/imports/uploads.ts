import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { uploadServer } from './upload-server.ts'
import { uploadId } from './upload-source.ts'
import { uploadsPath } from './uploads-path.ts'

/** Only ids of ours: tus itself would take `..%2Fname` for a file outside the folder. */
const params = z.strictObject({ uploadId })

const area = 'imports'
const access = 'super_admin'
const uploadPath = `${uploadsPath}/{uploadId}` as const

export const createUploadOperation = leadsOperation({
  id: 'createUpload',
  method: 'post',
  path: uploadsPath,
  area,
  summary:
    'Begins the upload of a lead file by the tus protocol (`Tus-Resumable`, `Upload-Length`, `Upload-Metadata`); its address is in `Location`',
  access,
  consumes: 'application/offset+octet-stream',
  status: 201,
  handle: async ({ deps, request }) => await uploadServer(deps).handleWeb(request),
})

export const readUploadOperation = leadsOperation({
  id: 'readUpload',
  method: 'head',
  path: uploadPath,
  area,
  summary: 'How much of an upload has arrived, in `Upload-Offset`',
  access,
  params,
  handle: async ({ deps, request }) => await uploadServer(deps).handleWeb(request),
})

export const continueUploadOperation = leadsOperation({
  id: 'continueUpload',
  method: 'patch',
  path: uploadPath,
  area,
  summary: 'Sends the next bytes of an upload, from `Upload-Offset` on',
  access,
  params,
  consumes: 'application/offset+octet-stream',
  status: 204,
  handle: async ({ deps, request }) => await uploadServer(deps).handleWeb(request),
})

export const removeUploadOperation = leadsOperation({
  id: 'removeUpload',
  method: 'delete',
  path: uploadPath,
  area,
  summary: 'Removes an upload, finished or not',
  access,
  params,
  // It frees space.
  worksOnFullDisk: true,
  status: 204,
  handle: async ({ deps, request }) => await uploadServer(deps).handleWeb(request),
})
