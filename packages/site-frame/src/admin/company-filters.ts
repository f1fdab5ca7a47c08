import type { Site } from '@freeor/kernel/site'
import type { AdminTexts } from './admin-texts.ts'
import type { FilterField } from './filter-form.tsx'

export const bySite = (texts: AdminTexts, sites: readonly Site[]): FilterField => ({
  name: 'site',
  label: texts.companies.site,
  options: sites.map((value) => ({ value, label: texts.companies.sites[value] })),
})

export const byPlan = (texts: AdminTexts, planIDs: readonly string[]): FilterField => ({
  name: 'planID',
  label: texts.companies.plan,
  options: planIDs.map((value) => ({ value, label: value })),
})
