import type { ReactNode } from 'react'
import { SidePages } from '../frame/side-pages.tsx'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import { visiblePanes } from './panes.ts'
import { settingsTexts } from './settings-texts.ts'

/** A pane of the settings with links to the panes that the visitor may see. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const settings = settingsTexts
  const { ownSettingsPages } = useSite()
  const me = useSiteData()?.me
  const ids = me ? visiblePanes(me) : []
  const shared = ids.map((id) => ({ to: `/settings/${id}`, label: settings.panes[id] }))
  const own = ownSettingsPages.filter(({ right }) => me?.abilities[right])
  const links = [...shared, ...own.map(({ to, label }) => ({ to, label }))]
  return (
    <SidePages label={settings.navigation} links={links}>
      {children}
    </SidePages>
  )
}
