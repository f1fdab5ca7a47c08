import type { ContentEditor } from '@freeor/content/editing/commands'
import { collectionNames } from '@freeor/content/schema'
import type { UserActor } from '@freeor/kernel/actor'
import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { readContentViewer } from '../../content-viewer.ts'
import type { Deps } from '../../deps.ts'

export const boardParams = z.object({ site: z.enum(sites), collection: z.enum(collectionNames) })

export const documentParams = z.object({ documentId: z.string().max(100) })

export const documentVersionParams = documentParams.extend({
  version: z.coerce.number().int().min(1).max(1_000_000_000),
})

/** The signed-in user as an editor of site documents. @throws AppError unauthenticated */
export async function editorOf(call: { readonly deps: Deps; user(): UserActor }): Promise<ContentEditor> {
  const actor = call.user()
  return { actor, viewer: await readContentViewer(call.deps, actor) }
}
