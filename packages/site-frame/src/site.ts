import type { ApiClient } from '@freeor/api-client/client'
import type { Site as SiteName } from '@freeor/kernel/site'
import type { MantineThemeOverride } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { LoginTexts, ResetTexts, SignupTexts } from './account/account-texts.ts'
import type { PricingTexts } from './billing/billing-texts.ts'
import type { Plan, PlanFigure } from './billing/plan.ts'
import type { Collection } from './content/collection.ts'
import type { pageTexts } from './frame/page-texts.ts'
import type { SideLink } from './frame/side-pages.tsx'
import type { Me } from './frame/visitor.ts'
import type { SettingsTexts } from './settings/settings-texts.ts'

/** The words that the shared pages take from a site's catalogue: the same on every site, and the site's own. */
export type SiteTexts = typeof pageTexts & {
  brand: string
  /** The site in a sentence, for search engines. */
  description: string
  /** What the picture shows that goes with a shared address. */
  shareImage: string
  titleOf(page: string): string
  nav: Readonly<Record<'login' | 'signup' | 'logout' | 'terms' | 'privacy', string>>
  login: LoginTexts
  signup: SignupTexts
  reset: ResetTexts
  pricing: PricingTexts
  inAccount: InAccountTexts
}

/** What the people of an account have in common on a site, for the settings. */
export type InAccountTexts = {
  /** What they share. */
  shares: string
  /** What each role may do. */
  roleHints: Readonly<Record<'admin' | 'member' | 'viewer', string>>
  /** What becomes of the access and the work of somebody who is removed. */
  removed: string
  /** What somebody loses who leaves. */
  left: string
  /** What of their work stays when the plan has ended. */
  kept: string
  /** What is in the file of a person's data. */
  exported: string
}

/** What a site sells. */
export type SitePlans = {
  /** The public ones, cheapest first. */
  list(api: ApiClient): Promise<Plan[]>
  /** One by its id, public or not. @throws ApiProblem not_found */
  read(api: ApiClient, planID: string): Promise<Plan>
  /** What a plan of the site holds, in the order in which plans are compared. */
  figuresOf(plan: Plan): PlanFigure[]
  /** What is left of the visitor's plan; absent where nothing is counted. */
  leftOf?(me: Me): string | undefined
}

/**
 * What differs between the sites for the pages they share. Each site makes one value and gives it to its root, once:
 * components get it from `useSite`, loaders and actions from `siteOf`, `meta` functions from `pageMeta`.
 */
export type Site = {
  name: SiteName
  plans: SitePlans
  texts: SiteTexts
  theme: MantineThemeOverride
  /** Where a visitor is sent after logging in, unless they were going elsewhere. */
  home: string
  /** Pages that need to know who is here before they can be shown, with all below them. */
  accountPages: readonly string[]
  /** Where a user is sent after changing the password. */
  afterPasswordChange: string
  /** Where somebody who has just got a plan can use it, and what the page says of that; home where it is absent. */
  afterPlan?: { path: string; text: string; label: string }
  /** Every new user chooses a plan; otherwise only those who came with one. */
  asksPlanAtSignup: boolean
  /** Who has proven no address or number yet is asked for a code before anything for members is shown. */
  asksProofToEnter: boolean
  /** A profile cannot be saved without an organization. */
  asksOrganization: boolean
  /** What the profile says beside the organization: who sees what because of it. */
  organizationNote?: string
  /** What a key can be made for at this site; everything where it is absent. */
  keyScopes?: readonly (keyof SettingsTexts['apiKeys']['scopes'])[]
  /** The pages of the admin area that this site adds to the shared ones. */
  ownAdminPages: readonly SideLink[]
  /** The pages of the settings that this site adds to the shared ones, each for roles with a right. */
  ownSettingsPages: readonly (SideLink & { readonly right: keyof Me['abilities'] })[]
  /** Header and footer around a page. `fill`: the page fills the window. */
  Frame: ComponentType<{ children: ReactNode; fill?: boolean }>
  /** The page that shows a document; of `pages` by its key. */
  documentPath(collection: Collection, key: string): string
  /** Drawings of the error screens: nothing at this address, not for everyone, gone wrong. */
  pictures: { nothing: ComponentType; locked: ComponentType; broken: ComponentType }
}
