import type { ReactNode } from 'react'
import { AdminFrame } from '../admin/admin-frame.tsx'
import { SidePages } from '../frame/side-pages.tsx'
import { contentTexts } from './content-texts.ts'

/** A page of the content editor: in the admin area for super admins, by itself for everybody else who edits. */
export function ContentFrame({ isSuperAdmin, children }: { isSuperAdmin: boolean; children: ReactNode }) {
  if (isSuperAdmin) return <AdminFrame>{children}</AdminFrame>
  return (
    <SidePages label={contentTexts.title} links={[{ to: '/admin/content', label: contentTexts.title }]} wide>
      {children}
    </SidePages>
  )
}
