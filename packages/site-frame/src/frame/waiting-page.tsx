import { WaitScreen } from '@freeor/ui/wait-screen'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { ArrivalNote } from './arrival-note.tsx'
import { useSite } from './site-context.ts'
import { rememberSiteData, useSiteData } from './site-data.ts'
import { isUnderPath } from './under-path.ts'
import { useOneSubmission } from './use-one-submission.ts'

/** The page; while a page of the account is loading, the screen that says so. */
export function WaitingPage() {
  const site = useSite()
  const data = useSiteData()
  useEffect(() => {
    if (data) rememberSiteData(data)
  }, [data])
  useOneSubmission()
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isWaiting =
    state === 'loading' && location.pathname !== pathname && isUnderPath(site.accountPages, location.pathname)
  return (
    <WaitScreen isWaiting={isWaiting} text={site.texts.states.loading}>
      <Outlet />
      <ArrivalNote />
    </WaitScreen>
  )
}
