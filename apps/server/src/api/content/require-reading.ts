import { type BoardKey, readPermissions } from '@freeor/content/boards/queries'
import { noDocument } from '@freeor/content/editing/queries'
import { isGranted } from '@freeor/content/permissions'
import type { Actor } from '@freeor/kernel/actor'
import { readContentViewer } from '../../content-viewer.ts'
import type { Deps } from '../../deps.ts'

/** Asks who is asking only where not everybody may read. @throws AppError not_found, as for a missing document */
export async function requireReading(deps: Deps, actor: Actor, boardKey: BoardKey): Promise<void> {
  const permissions = await readPermissions(deps.db, boardKey)
  if (isGranted(permissions, 'read', undefined)) return
  const viewer = actor.kind === 'anonymous' ? undefined : await readContentViewer(deps, actor)
  if (!isGranted(permissions, 'read', viewer)) throw noDocument()
}
