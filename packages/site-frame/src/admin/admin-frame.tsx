import type { ReactNode } from 'react'
import { SidePages } from '../frame/side-pages.tsx'
import type { Site } from '../site.ts'
import { adminPages } from './admin-pages.ts'

/** A page of the admin area with the links to its sisters. */
export function AdminFrame({ site, children }: { site: Site; children: ReactNode }) {
  const { operator } = site.texts
  const links = adminPages
    .filter((page) => site.adminPages.includes(page))
    .map((page) => ({ to: `/admin/${page}`, label: operator.pages[page] }))
  return (
    <SidePages label={operator.navigation} links={links} wide>
      {children}
    </SidePages>
  )
}
