import { ImpersonationBanner } from '@freeor/site-frame/admin/impersonation-banner'
import { BillingBanner } from '@freeor/site-frame/billing/billing-banner'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import type { Me } from '@freeor/site-frame/frame/visitor'
import { SettingsLink } from '@freeor/site-frame/settings/settings-link'
import { ColorSchemeToggle } from '@freeor/ui/color-scheme-toggle'
import { formatCount } from '@freeor/ui/format'
import { PageShell } from '@freeor/ui/page-shell'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, Link, NavLink } from 'react-router'
import { texts } from '../texts.ts'
import { Brand } from './brand.tsx'
import classes from './site-frame.module.css'

function Navigation({ superAdmin, signedIn }: { superAdmin: boolean; signedIn: boolean }) {
  return (
    <>
      {signedIn ? <NavLink to="/search">{texts.nav.search}</NavLink> : null}
      {/* The footer has it too: on a phone there is space for only one of the two. */}
      <NavLink to="/pricing" className={superAdmin ? classes.wideOnly : undefined}>
        {texts.nav.pricing}
      </NavLink>
      {superAdmin ? <NavLink to="/admin">{texts.adminArea}</NavLink> : null}
    </>
  )
}

/** What is left of the plan; nothing without an active one. For users who may see the bill it is a link to it. */
function Credits({ me }: { me: Me | undefined }) {
  if (!me?.allowance?.active) return null
  const text = texts.nav.leadsRemaining(formatCount(me.allowance.leadsRemaining))
  if (!me.abilities['billing.read']) return <span className={classes.credits}>{text}</span>
  return (
    <Link to="/settings/billing" className={classes.credits}>
      {text}
    </Link>
  )
}

function Actions({ me }: { me: Me | undefined }) {
  const email = me?.user?.email
  return (
    <>
      <Credits me={me} />
      <ColorSchemeToggle label={texts.switchColors} />
      {email ? (
        <Form method="post" action="/logout" className={classes.logout}>
          <SettingsLink email={email} label={texts.settingsTitle} />
          <Button type="submit" variant="default" size="xs">
            {texts.nav.logout}
          </Button>
        </Form>
      ) : (
        <>
          <Button component={Link} to="/login" variant="default" size="xs">
            {texts.nav.login}
          </Button>
          <Button component={Link} to="/signup" size="xs" className={classes.wideOnly}>
            {texts.nav.signup}
          </Button>
        </>
      )}
    </>
  )
}

function Footer() {
  return (
    <nav aria-label={texts.footerNavigation} className={classes.footer}>
      <Link to="/pricing">{texts.nav.pricing}</Link>
      <Link to="/terms">{texts.nav.terms}</Link>
      <Link to="/privacy">{texts.nav.privacy}</Link>
    </nav>
  )
}

/** Header and footer around a page of this site. */
export function SiteFrame({ children, fill = false }: { children: ReactNode; fill?: boolean }) {
  const me = useSiteData()?.me
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
      fill={fill}
      nav={<Navigation signedIn={Boolean(me?.user)} superAdmin={me?.user?.superAdmin ?? false} />}
      actions={<Actions me={me} />}
      footer={fill ? null : <Footer />}
    >
      {children}
    </PageShell>
  )
}
