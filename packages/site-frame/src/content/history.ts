import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { contentTexts } from './content-texts.ts'
import { openBoard } from './open-content.ts'

type OneDocument = PageRequest & { params: { collection: string; documentId: string } }

/** The versions of a document, the newest first. */
export async function loadHistory(args: OneDocument) {
  const { api, board, isSuperAdmin } = await openBoard(args)
  const params = { path: { documentId: args.params.documentId } }
  const before = Number(new URL(args.request.url).searchParams.get('before'))
  const query = before > 0 ? { before } : {}
  const [document, history] = await forPage(
    args.context,
    Promise.all([
      api.GET('/api/site-documents/{documentId}', { params }).then(unwrap),
      api.GET('/api/site-documents/{documentId}/versions', { params: { ...params, query } }).then(unwrap),
    ]),
  )
  const last = history.hasMore ? history.versions.at(-1)?.version : undefined
  return {
    board,
    isSuperAdmin,
    document,
    versions: history.versions,
    next: last ? `?before=${last}` : undefined,
  }
}

/** Makes the document what it was in a version. */
export async function submitHistory(args: OneDocument) {
  const { api } = await openBoard(args)
  const form = await readForm(args.request)
  const { intent } = form
  const { texts } = siteOf(args.context)
  if (intent !== 'restore') return refusal(intent, texts.states.wrong, 400)
  const path = { documentId: args.params.documentId, version: Number(form.text('version')) }
  const work = async () =>
    unwrap(
      await api.POST('/api/site-documents/{documentId}/versions/{version}/restore', { params: { path } }),
    )
  return await attempt({ intent, work, done: contentTexts.restored })
}
