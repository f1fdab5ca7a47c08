import { unwrap } from '@freeor/api-client/client'
import { attempt, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { contentTexts } from './content-texts.ts'
import { openContent } from './open-content.ts'

/** The collections, favorites first; archived ones only where the address asks for them. */
export async function loadBoards(args: PageRequest) {
  const { boards, isSuperAdmin } = await openContent(args)
  const isArchive = new URL(args.request.url).searchParams.get('archived') === '1'
  const shown = boards.filter(({ archived }) => archived === isArchive)
  const sorted = shown.toSorted((one, other) => Number(other.favorite) - Number(one.favorite))
  return { boards: sorted, isSuperAdmin, isArchive, hasArchived: boards.some(({ archived }) => archived) }
}

/** Favorite and archive, each back again by the same form. */
export async function submitBoards(args: PageRequest) {
  const { api, site, boards } = await openContent(args)
  const form = await readForm(args.request)
  const { intent } = form
  const { texts } = siteOf(args.context)
  const words = contentTexts
  const board = boards.find(({ collection }) => collection === form.text('collection'))
  if (!board || (intent !== 'favorite' && intent !== 'archive'))
    return refusal(intent, texts.states.wrong, 400)
  const body = intent === 'favorite' ? { favorite: !board.favorite } : { archived: !board.archived }
  const path = { site, collection: board.collection }
  const work = async () =>
    unwrap(await api.PATCH('/api/content-boards/{site}/{collection}', { params: { path }, body }))
  return await attempt({ intent, work, done: words.boardSaved })
}
