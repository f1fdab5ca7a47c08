import { formatCount } from '@freeor/ui/format'
import type { Plan } from './billing-api.ts'
import type { BillingTexts } from './billing-texts.ts'

/** One line of a comparison: a count, or whether the plan has it. */
export type PlanFigure = { label: string; value: string | boolean }

/** What a plan holds, in the order in which plans are compared. */
export function figuresOf(plan: Plan, { plans: { figures } }: BillingTexts): PlanFigure[] {
  if ('leads' in plan)
    return [
      { label: figures.leads, value: formatCount(plan.leads) },
      { label: figures.downloadLimit, value: formatCount(plan.downloadLimit) },
      { label: figures.includesRollover, value: plan.includesRollover },
      { label: figures.searchSuppressions, value: plan.searchSuppressions },
      { label: figures.seats, value: formatCount(plan.seats) },
    ]
  return [
    { label: figures.courses, value: formatCount(plan.courses) },
    { label: figures.lessons, value: formatCount(plan.lessons) },
    { label: figures.users, value: formatCount(plan.users) },
  ]
}
