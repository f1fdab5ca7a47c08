import type { ReactNode } from 'react'
import { SidePages } from '../frame/side-pages.tsx'
import { useSite } from '../frame/site-context.ts'
import { adminPages } from './admin-pages.ts'
import { adminTexts } from './admin-texts.ts'

/** A page of the admin area with links to the other pages there. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { ownAdminPages } = useSite()
  const shared = adminPages.map((page) => ({ to: `/admin/${page}`, label: adminTexts.pages[page] }))
  return (
    <SidePages label={adminTexts.navigation} links={[...shared, ...ownAdminPages]} wide>
      {children}
    </SidePages>
  )
}
