import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { readSearchChanges, recordLook, type SearchChanges } from '../api/saved-searches.ts'

/**
 * What changed in the saved search that is open, until it is left. Reading it is what counts as a look: the next time
 * only what came after it is said. Where it cannot be read, nothing is said.
 */
export function useSearchChanges(id: string | undefined): SearchChanges | undefined {
  const [found, setFound] = useState<{ id: string; changes: SearchChanges }>()
  useEffect(() => {
    if (id === undefined) return undefined
    let isLeft = false
    const read = async () => {
      const changes = await readSearchChanges(browserApi(), id)
      if (isLeft) return
      setFound({ id, changes })
      await recordLook(browserApi(), id, changes.version)
    }
    read().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [id])
  return found?.id === id ? found?.changes : undefined
}
