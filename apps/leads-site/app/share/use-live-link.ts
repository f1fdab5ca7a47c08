import { ApiProblem } from '@freeor/api-client/client'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useRef, useState } from 'react'
import { lookAtSharedSearch, type NamedShare, visitSharedSearch } from '../api/shares.ts'

const LOOK_MS = 10_000

export type LiveLink = {
  /** The link was ended while the page was open. */
  isDead: boolean
  /** Of the visit, once it was counted. */
  pass: string | undefined
}

const isGone = (error: unknown) => error instanceof ApiProblem && error.status === 404

/**
 * Counts the visit of a page whose search is shown, and notices when the link is ended: every ten seconds, and whenever
 * somebody comes back to the page.
 * @param isShown the search is on the page
 */
export function useLiveLink(named: NamedShare | undefined, isShown: boolean): LiveLink {
  const [isDead, setDead] = useState(false)
  const [pass, setPass] = useState(named?.pass)
  const counted = useRef(Boolean(named?.pass))
  const key = JSON.stringify(named)
  useEffect(() => {
    if (key === undefined || !isShown) return undefined
    const link = JSON.parse(key) as NamedShare
    const dieOf = (error: unknown) => {
      if (isGone(error)) setDead(true)
    }
    if (!counted.current) {
      counted.current = true
      visitSharedSearch(browserApi(), link).then((answer) => setPass(answer.pass ?? undefined), dieOf)
    }
    const look = () => {
      if (document.visibilityState === 'visible') lookAtSharedSearch(browserApi(), link, true).catch(dieOf)
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key, isShown])
  return { isDead, pass }
}
