import type { Site } from '@freeor/kernel/site'
import type { FilterField } from './filter-form.tsx'
import type { OperatorTexts } from './operator-texts.ts'

export const bySite = (texts: OperatorTexts, sites: readonly Site[]): FilterField => ({
  name: 'site',
  label: texts.companies.site,
  options: sites.map((value) => ({ value, label: texts.companies.sites[value] })),
})

export const byPlan = (texts: OperatorTexts, planIds: readonly string[]): FilterField => ({
  name: 'planID',
  label: texts.companies.plan,
  options: planIds.map((value) => ({ value, label: value })),
})
