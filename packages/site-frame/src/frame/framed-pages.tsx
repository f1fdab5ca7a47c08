import { Outlet } from 'react-router'
import { PreviewNote } from './preview-note.tsx'
import { useSite } from './site-context.ts'

/** The layout route around all pages of a site: its header and footer stay during navigation from page to page. */
export default function FramedPages() {
  const { Frame } = useSite()
  return (
    <Frame>
      <PreviewNote />
      <Outlet />
    </Frame>
  )
}
