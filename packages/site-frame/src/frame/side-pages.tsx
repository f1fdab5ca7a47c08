import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './side-pages.module.css'

export type SideLink = { to: string; label: string }

export type SidePagesProps = {
  /** What the links are, for users who cannot see them. */
  label: string
  links: readonly SideLink[]
  /** Wide, for tables. */
  wide?: boolean
  children: ReactNode
}

/** A page in a group: the links to the others are next to it, or above it on a phone. */
export function SidePages({ label, links, wide, children }: SidePagesProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the strip begins at its first link, whichever is the current one; also once the phone is turned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useEffect(() => {
    const strip = nav.current
    if (!strip) return
    let width = -1
    const watch = new ResizeObserver(() => {
      // What is around it grows and shrinks too: only another width shows other links.
      if (strip.clientWidth === width) return
      width = strip.clientWidth
      const current = strip.querySelector<HTMLElement>('[aria-current="page"]')
      if (current) strip.scrollLeft = current.offsetLeft - strip.offsetLeft - 48
    })
    watch.observe(strip)
    return () => watch.disconnect()
  }, [pathname])
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <nav ref={nav} aria-label={label} className={classes.nav}>
        {links.map((link) => (
          <NavLink key={link.to} to={link.to}>
            {link.label}
          </NavLink>
        ))}
      </nav>
      <div className={classes.body}>{children}</div>
    </div>
  )
}
