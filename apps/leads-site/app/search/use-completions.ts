import { type Completions, completeQuery } from '@freeor/leads/query/complete-query'
import type { Dictionary } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { type Suggestion, suggestValues } from '../api/search.ts'

const pause = 80
const none: Completions = { from: 0, to: 0, items: [] }

/** What could follow at the caret of a text that is being typed; nothing while none is. */
export function useCompletions(dictionary: Dictionary, text: string | null, caret: number): Completions {
  const [found, setFound] = useState<{ text: string; caret: number; completions: Completions }>()
  useEffect(() => {
    if (text === null) return undefined
    const controller = new AbortController()
    const findValues = async (column: string, q: string): Promise<Suggestion[]> => {
      const known = dictionary.columns.find((each) => each.key === column)
      if (!known?.suggest || known.contact) return []
      const call = { dictId: dictionary.dictId, column, q, signal: controller.signal }
      // A suggestion that did not come is no suggestion; the search itself tells what is wrong.
      return await suggestValues(browserApi(), call).catch(() => [])
    }
    const timer = setTimeout(() => {
      const { columns, versions } = dictionary
      completeQuery(text, caret, { columns, versions, findValues }).then(
        (completions) => {
          if (!controller.signal.aborted) setFound({ text, caret, completions })
        },
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [dictionary, text, caret])
  // Another text's completions would replace the wrong part.
  return found && found.text === text && found.caret === caret ? found.completions : none
}
