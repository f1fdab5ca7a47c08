import type { BoardKey } from '@freeor/content/boards/queries'
import { findPreview, type Preview } from '@freeor/content/previews/queries'
import type { Actor } from '@freeor/kernel/actor'
import type { Deps } from '../../deps.ts'
import { previewHeader } from '../../http/preview-header.ts'

type Asking = { readonly deps: Deps; readonly actor: Actor; readonly request: Request }

/** What the asking user wrote and wants to see before it is saved; undefined for everybody else. */
export async function previewOf(
  { deps, actor, request }: Asking,
  boardKey: BoardKey,
): Promise<Preview | undefined> {
  const documentId = request.headers.get(previewHeader)
  if (documentId === null || actor.kind === 'anonymous') return undefined
  return await findPreview(deps.db, boardKey, { userId: actor.userId, documentId })
}
