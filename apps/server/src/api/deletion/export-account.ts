import { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import { operation } from '../../http/operation.ts'
import { personalExport } from './personal-export.ts'

export const exportAccountOperation = operation({
  id: 'exportAccount',
  method: 'get',
  path: '/api/account/export',
  area: 'deletion',
  summary:
    'Everything kept of the person, as a JSON file: profile, sessions, keys, actions, searches, downloads, ledger',
  access: 'user',
  whileImpersonating: 'refused',
  reauthenticated: true,
  produces: 'application/json',
  async handle({ deps, caller }) {
    if (!caller) throw new AppError('unauthenticated', 'Please log in first.')
    const pieces = Readable.from(personalExport(deps, caller)).map((piece: string) => Buffer.from(piece))
    return new Response(Readable.toWeb(pieces) as ReadableStream, {
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="my-data.json"',
        'cache-control': 'no-store',
      },
    })
  },
})
