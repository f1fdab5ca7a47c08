import type { ReactNode } from 'react'
import { useRootData } from '../frame/root-data.ts'
import { SidePages } from '../frame/side-pages.tsx'
import type { Site } from '../site.ts'
import { visiblePanes } from './panes.ts'

/** A pane of the settings with the links to those that the visitor may see. */
export function SettingsFrame({ site, children }: { site: Site; children: ReactNode }) {
  const { settings } = site.texts
  const me = useRootData()?.me
  const ids = me ? visiblePanes(me) : []
  const links = ids
    .filter((id) => site.settingsPanes.includes(id))
    .map((id) => ({ to: `/settings/${id}`, label: settings.panes[id] }))
  return (
    <SidePages label={settings.navigation} links={links}>
      {children}
    </SidePages>
  )
}
