import { unwrap } from '@freeor/api-client/client'
import { type PermissionKind, permissionKinds } from '@freeor/content/permissions'
import { forPage } from '../errors/page-problem.ts'
import { attempt, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { contentTexts } from './content-texts.ts'
import { openBoard } from './open-content.ts'

type BoardLists = Record<PermissionKind, string[]>

type OneBoard = PageRequest & { params: { collection: string } }

/** A collection with its documents: those that hold the searched text, favorites first. */
export async function loadBoard(args: OneBoard) {
  const { api, site, board, isSuperAdmin } = await openBoard(args)
  const path = { site, collection: board.collection }
  const { documents } = await forPage(
    args.context,
    api.GET('/api/content-boards/{site}/{collection}/documents', { params: { path } }).then(unwrap),
  )
  const { searchParams } = new URL(args.request.url)
  const text = (searchParams.get('q') ?? '').trim().toLowerCase()
  const isArchive = searchParams.get('archived') === '1'
  const found = documents.filter(
    ({ name, data, archived }) =>
      archived === isArchive && `${name} ${JSON.stringify(data)}`.toLowerCase().includes(text),
  )
  return {
    ...{ board, isSuperAdmin, isArchive },
    total: documents.length,
    hasArchived: documents.some(({ archived }) => archived),
    documents: found
      .toSorted((one, other) => Number(other.favorite) - Number(one.favorite))
      .map(({ data: _, ...document }) => document),
  }
}
export type BoardData = Awaited<ReturnType<typeof loadBoard>>

/** The text of a box as it is sent: with other ends of lines, and perhaps with spaces around it. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

const entriesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** What a form began with; nothing where it does not say. */
function readBase(form: ReadForm): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(form.secret('base')))
  } catch {
    return {}
  }
}

/** What the form changes of what it began with: what somebody else saved meanwhile of the rest stays. */
function readChange(form: ReadForm) {
  const base = readBase(form)
  const isChanged = (name: string) => plain(form.text(name)) !== plain(String(base[name] ?? '\0'))
  const changed = (names: readonly string[]) => names.filter(isChanged).map((name) => [name, form.text(name)])
  const lists = permissionKinds.filter(isChanged).map((kind) => [kind, entriesOf(form.text(kind))])
  return {
    ...(Object.fromEntries(changed(['name', 'description', 'themeColor'])) as { themeColor?: 'light' }),
    ...(lists.length > 0 && { permissions: Object.fromEntries(lists) as Partial<BoardLists> }),
  }
}

/** Saves how the collection is shown and who may do what; or favorites or archives a document, or takes that back. */
export async function submitBoard(args: OneBoard) {
  const { api, site, board } = await openBoard(args)
  const form = await readForm(args.request)
  const { intent } = form
  const { texts } = siteOf(args.context)
  const words = contentTexts
  if (intent === 'board') {
    const params = { path: { site, collection: board.collection } }
    const body = readChange(form)
    const work = async () =>
      unwrap(await api.PATCH('/api/content-boards/{site}/{collection}', { params, body }))
    return await attempt({ intent, work, done: words.boardSaved })
  }
  if (intent !== 'favorite' && intent !== 'archive') return refusal(intent, texts.states.wrong, 400)
  const params = { path: { documentId: form.text('documentId') } }
  const isOn = form.text('isOn') === 'true'
  const change = intent === 'favorite' ? { favorite: isOn } : { archived: isOn }
  const body = { version: Number(form.text('version')), ...change }
  const work = async () => unwrap(await api.PATCH('/api/site-documents/{documentId}', { params, body }))
  return await attempt({ intent, work, done: words.saved })
}
