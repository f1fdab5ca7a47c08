import { type ApiClient, ApiProblem, sentenceOf, unwrap } from '@freeor/api-client/client'
import { readData, writeData } from '@freeor/content/editing/fields'
import { data, redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, expectDone, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { contentTexts } from './content-texts.ts'
import { openBoard } from './open-content.ts'

type OneDocument = PageRequest & { params: { collection: string; documentId: string } }

/** In the place of an id: a document that is not there yet. */
const newDocument = 'new'

/** A document with the texts of its form. */
export async function loadDocument(args: OneDocument) {
  const { api, board, isSuperAdmin } = await openBoard(args)
  const { documentId } = args.params
  if (documentId === newDocument)
    return { board, isSuperAdmin, document: null, fields: writeData(board.collection, {}) }
  const params = { path: { documentId } }
  const document = await forPage(
    args.context,
    api.GET('/api/site-documents/{documentId}', { params }).then(unwrap),
  )
  return { board, isSuperAdmin, document, fields: writeData(board.collection, document.data) }
}
/** Whether a document still exists, as far as can be told: what cannot be asked now counts as there. */
export async function isDocumentThere(api: ApiClient, documentId: string): Promise<boolean> {
  const params = { path: { documentId } }
  const asked = await api.GET('/api/site-documents/{documentId}', { params }).catch(() => undefined)
  return asked?.response.status !== 404
}

export type DocumentData = Awaited<ReturnType<typeof loadDocument>>

/** What the other editor has, where both changed the same. */
export type Conflict = {
  readonly version: number
  readonly fields: readonly { readonly name: string; readonly text: string }[]
}
export type DocumentAnswer = Answer & {
  readonly conflict?: Conflict
  /** Somebody else has deleted the document. */
  readonly isGone?: boolean
}

function readConflict(
  collection: DocumentData['board']['collection'],
  problem: ApiProblem,
): Conflict | undefined {
  const { conflicts, theirs } = problem.details as {
    conflicts?: string[]
    theirs?: { version: number; data: Record<string, unknown> } & Record<string, unknown>
  }
  if (!(conflicts && theirs)) return undefined
  const texts: Record<string, unknown> = { ...theirs, ...writeData(collection, theirs.data) }
  const isIn = (name: string) => conflicts.some((one) => name === one || name.startsWith(`${one}.`))
  const fields = Object.entries(texts).filter(([name]) => isIn(name))
  return { version: theirs.version, fields: fields.map(([name, text]) => ({ name, text: String(text) })) }
}

const readFields = (collection: DocumentData['board']['collection'], form: ReadForm) => ({
  name: form.text('name'),
  description: form.text('description'),
  themeColor: form.text('themeColor') as 'light',
  data: readData(collection, form.secret),
})

/** Without the fields that are to be taken away: a new document has none. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Adds, saves, or deletes the document. */
export async function submitDocument(args: OneDocument) {
  const { api, board } = await openBoard(args)
  const { collection } = board
  const { documentId } = args.params
  const form = await readForm(args.request)
  const { intent } = form
  const { texts } = siteOf(args.context)
  const words = contentTexts
  const list = `/admin/content/${collection}`
  const params = { path: { documentId } }
  if (intent === 'delete') {
    const work = async () => expectDone(await api.DELETE('/api/site-documents/{documentId}', { params }))
    const answer = await attempt({ intent, work, done: '' })
    return answer.data.ok ? redirect(list) : answer
  }
  if (intent !== 'save' && intent !== 'preview') return refusal(intent, texts.states.wrong, 400)
  try {
    return intent === 'preview' ? await keepPreview(args, form) : await save(args, form)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const conflict = readConflict(collection, error)
    const text = conflict ? words.conflictLead : sentenceOf(error.details) || error.message
    const isGone = error.status === 404
    const answer = { intent, ok: false, text, isGone, ...(conflict && { conflict, title: words.conflict }) }
    return data<DocumentAnswer>(answer, { status: error.status })
  }
}

/** Adds the document, or saves what is changed of it. @throws ApiProblem */
async function save(args: OneDocument, form: ReadForm) {
  const { api, site, board } = await openBoard(args)
  const { collection } = board
  const { documentId } = args.params
  const fields = readFields(collection, form)
  if (documentId === newDocument) {
    const body = { ...fields, key: form.text('key') || null, data: given(fields.data) }
    const path = { site, collection }
    const added = unwrap(
      await api.POST('/api/content-boards/{site}/{collection}/documents', { params: { path }, body }),
    )
    return redirect(`/admin/content/${collection}/${added.id}`)
  }
  const params = { path: { documentId } }
  const body = { ...fields, version: Number(form.text('version')) }
  unwrap(await api.PATCH('/api/site-documents/{documentId}', { params, body }))
  return data<DocumentAnswer>({ intent: 'save', ok: true, text: contentTexts.saved })
}

/** Leads to the public page as it would be with what the form says. @throws ApiProblem */
async function keepPreview(args: OneDocument, form: ReadForm) {
  const { api, site, board } = await openBoard(args)
  const { collection } = board
  const { documentId } = args.params
  const fields = readFields(collection, form)
  expectDone(
    await api.PUT('/api/content-previews/{site}/{collection}/{documentId}', {
      params: { path: { site, collection, documentId } },
      body: { ...fields, data: given(fields.data) },
    }),
  )
  const page = siteOf(args.context).documentPath(collection, form.text('key'))
  return redirect(`${page}?preview=${encodeURIComponent(documentId)}`)
}
