import { ImpersonationBanner } from '@freeor/site-frame/admin/impersonation-banner'
import { BillingBanner } from '@freeor/site-frame/billing/billing-banner'
import { useRootData } from '@freeor/site-frame/frame/root-data'
import { SettingsLink } from '@freeor/site-frame/settings/settings-link'
import { ColorSchemeToggle } from '@freeor/ui/color-scheme-toggle'
import { PageShell } from '@freeor/ui/page-shell'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, Link, NavLink } from 'react-router'
import { texts } from '../texts.ts'
import classes from './site-frame.module.css'

function Brand() {
  return (
    <Link to="/" className={classes.brand} aria-label={texts.brand}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="var(--mantine-primary-color-filled)" />
        <path d="M6 9c4-2 7-1 10 1 3-2 6-3 10-1v14c-4-2-7-1-10 1-3-2-6-3-10-1z" fill="#fbf7ee" />
        <path d="M16 10v14" stroke="var(--mantine-primary-color-filled)" strokeWidth="1.5" />
      </svg>
      <span>{texts.brand}</span>
    </Link>
  )
}

function Account({ email }: { email: string | undefined }) {
  if (email) {
    return (
      <Form method="post" action="/logout" className={classes.account}>
        <SettingsLink email={email} label={texts.settings.title} />
        <Button type="submit" variant="default" size="xs">
          {texts.nav.signOut}
        </Button>
      </Form>
    )
  }
  return (
    <div className={classes.account}>
      <Button component={Link} to="/login" variant="default">
        {texts.nav.signIn}
      </Button>
      <Button component={Link} to="/signup" className={classes.wideOnly}>
        {texts.nav.createAccount}
      </Button>
    </div>
  )
}

/** Header and footer around a page of this site. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const root = useRootData()
  return (
    <PageShell
      skipText={texts.skip}
      navLabel={texts.mainNavigation}
      brand={<Brand />}
      banner={
        <>
          <ImpersonationBanner />
          <BillingBanner />
        </>
      }
      nav={root?.me.user?.superAdmin ? <NavLink to="/admin">{texts.admin.title}</NavLink> : null}
      actions={
        <>
          <ColorSchemeToggle label={texts.switchColors} />
          <Account email={root?.me.user?.email} />
        </>
      }
      footer={
        <nav aria-label={texts.footerNavigation} className={classes.footer}>
          <Link to="/pricing">{texts.nav.pricing}</Link>
          <Link to="/terms">{texts.nav.terms}</Link>
          <Link to="/privacy">{texts.nav.privacy}</Link>
          {root?.siteUrls.leads ? <a href={root.siteUrls.leads}>{texts.nav.leadsSite}</a> : null}
        </nav>
      }
    >
      {children}
    </PageShell>
  )
}
