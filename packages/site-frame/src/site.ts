import type { MantineThemeOverride } from '@mantine/core'
import type { ComponentType } from 'react'
import type { AccountTexts, LoginTexts, ResetTexts, SignupTexts } from './account/account-texts.ts'
import type { VerificationTexts } from './account/verification-texts.ts'
import type { AdminPage } from './admin/admin-pages.ts'
import type { OperatorTexts } from './admin/operator-texts.ts'
import type { BillingTexts, PricingTexts } from './billing/billing-texts.ts'
import type { ErrorTexts } from './errors/error-texts.ts'
import type { LeaveTexts } from './frame/leave-texts.ts'
import type { PeopleTexts } from './people/people-texts.ts'
import type { PaneId } from './settings/panes.ts'
import type { SettingsTexts } from './settings/settings-texts.ts'

/** The words that the shared pages take from a site's catalogue. */
export type SiteTexts = {
  brand: string
  /** The site in a sentence, for search engines. */
  description: string
  /** What the picture shows that stands beside a shared address. */
  shareImage: string
  titleOf(page: string): string
  nav: Readonly<Record<'login' | 'signup' | 'logout' | 'terms' | 'privacy', string>>
  account: AccountTexts
  login: LoginTexts
  signup: SignupTexts
  reset: ResetTexts
  states: ErrorTexts
  billing: BillingTexts
  pricing: PricingTexts
  settings: SettingsTexts
  leave: LeaveTexts
  people: PeopleTexts
  operator: OperatorTexts
  verification: VerificationTexts
}

/** All that makes one site of the family another one than its sister. Each site makes one and hands it down. */
export type Site = {
  /** Which catalogue of plans is this site's. */
  name: 'leads' | 'courses'
  texts: SiteTexts
  theme: MantineThemeOverride
  /** Where a visitor comes to after logging in, unless they were on their way elsewhere. */
  home: string
  /** Pages that need to know who is here before they can be shown, with all below them. */
  accountPages: readonly string[]
  /** The panes of the settings this site has a page for. */
  settingsPanes: readonly PaneId[]
  /** Where one comes to after changing the password. */
  afterPasswordChange: string
  /** Nobody saves a profile without an organization. */
  asksOrganization: boolean
  /** The pages of the admin area this site has. */
  adminPages: readonly AdminPage[]
  /** Drawings of the error screens: nothing at this address, not for everyone, gone wrong. */
  pictures: { nothing: ComponentType; locked: ComponentType; broken: ComponentType }
}
