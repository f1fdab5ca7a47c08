import { ImpersonationBanner } from '@freeor/site-frame/admin/impersonation-banner'
import { BillingBanner } from '@freeor/site-frame/billing/billing-banner'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { ColorSchemeToggle } from '@freeor/ui/color-scheme-toggle'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import { FaithStrip } from './faith-strip.tsx'
import { AccountNavigation, PhoneMenu, TopNavigation } from './navigation.tsx'
import { SiteFooter } from './site-footer.tsx'
import classes from './site-frame.module.css'

function Brand() {
  return (
    <Link to="/" className={classes.brand}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="4" fill="var(--mantine-primary-color-filled)" />
        <path d="M6 9c4-2 7-1 10 1 3-2 6-3 10-1v14c-4-2-7-1-10 1-3-2-6-3-10-1z" fill="#fbf7ee" />
        <path d="M16 10v14" stroke="var(--mantine-primary-color-filled)" strokeWidth="1.5" />
      </svg>
      <span>{texts.brand}</span>
    </Link>
  )
}

/** What stands around every page of this site: the strip of symbols, the navigation, the footer. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const me = useSiteData()?.me
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        {texts.skip}
      </a>
      <ImpersonationBanner />
      <BillingBanner />
      <header>
        <FaithStrip />
        <div className={classes.bar}>
          <Brand />
          <TopNavigation />
          <div className={classes.actions}>
            <ColorSchemeToggle label={texts.switchColors} />
            <AccountNavigation me={me} />
            <PhoneMenu me={me} />
          </div>
        </div>
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.footer}>
        <SiteFooter />
      </footer>
    </div>
  )
}
