import type { Site } from '@freeor/kernel/site'
import { z } from 'zod'
import {
  type CoursePlan,
  courseSuffix,
  type LeadPlan,
  type PlanCatalogue,
  shippedCatalogue,
} from './plans.ts'

const count = z.int().min(0).max(10_000_000)

const common = {
  shortname: z.string().min(1).max(40),
  name: z.string().min(1).max(80),
  description: z.string().min(1).max(300),
  /** Cents a month. */
  price: count,
  public: z.boolean(),
}

const leadFigures = {
  leads: count,
  downloadLimit: count,
  includesRollover: z.boolean(),
  searchSuppressions: z.boolean(),
  seats: count,
}

const courseFigures = { courses: count, lessons: count, users: count }

const planID = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, 'please use 2 to 40 small letters, digits and _')
  .refine((id) => !id.endsWith(courseSuffix), `an id may not end with ${courseSuffix}`)

/**
 * `plans.json`: for each site the plans that differ from the shipped ones, with only the figures that differ, and plans
 * of the operator's own with all of them.
 */
const operatorFile = z.strictObject({
  leads: z.array(z.strictObject({ planID, ...partial(common), ...partial(leadFigures) })).default([]),
  courses: z.array(z.strictObject({ planID, ...partial(common), ...partial(courseFigures) })).default([]),
})

function partial<S extends Record<string, z.ZodType>>(shape: S): { [K in keyof S]: z.ZodOptional<S[K]> } {
  return z.object(shape).partial().shape as { [K in keyof S]: z.ZodOptional<S[K]> }
}

const wholePlan = {
  leads: z.object({ planID, ...common, ...leadFigures }),
  courses: z.object({ planID, ...common, ...courseFigures }),
}

type Change = { readonly planID: string; readonly [figure: string]: unknown }

/** The shipped plans with the changes, and those that are new, cheapest first. */
function apply<P extends LeadPlan | CoursePlan>(
  site: Site,
  plans: readonly P[],
  changes: readonly Change[],
): P[] {
  const changed = plans.map((plan) => ({ ...plan, ...changes.find(({ planID }) => planID === plan.planID) }))
  const added = changes.filter((change) => plans.every((plan) => plan.planID !== change.planID))
  return [...changed, ...added.map((plan) => requireWhole<P>(site, plan))].toSorted(
    (one, other) => one.price - other.price,
  )
}

/** A plan that is not among the shipped ones has nothing to take a figure from. */
function requireWhole<P extends LeadPlan | CoursePlan>(site: Site, plan: Change): P {
  const parsed = wholePlan[site].safeParse(plan)
  if (parsed.success) return parsed.data as unknown as P
  const missing = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new Error(
    `Please correct plans.json. ${site} has no plan ${plan.planID}: a new one also needs ${missing}.`,
  )
}

function requireOnce(site: string, changes: readonly Change[]): void {
  const ids = changes.map((change) => change.planID)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`Please correct plans.json. ${site} names ${twice} twice.`)
}

/**
 * The shipped catalogue with an operator's changes.
 * @param text the content of `plans.json`, e.g. `{"leads":[{"planID":"freeor_pro","price":12900}]}`
 * @throws Error whose message says what to correct; the free plan must stay free, because nobody is asked for a card.
 */
export function readPlanCatalogue(text: string): PlanCatalogue {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new Error('Please correct plans.json. It is not valid JSON.', { cause })
  }
  const parsed = operatorFile.safeParse(content)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
    throw new Error(`Please correct plans.json. ${sentences.join('. ')}.`)
  }
  const { leads, courses } = parsed.data
  requireOnce('leads', leads)
  requireOnce('courses', courses)
  const merged = {
    leads: apply('leads', shippedCatalogue.leads, leads).map((plan) => ({
      ...plan,
      leadsRemaining: plan.leads,
    })),
    courses: apply('courses', shippedCatalogue.courses, courses),
  }
  for (const plan of [...merged.leads, ...merged.courses])
    if ((plan.planID === 'freeor_free') !== (plan.price === 0))
      throw new Error(`Please correct plans.json. ${plan.planID}: exactly the free plan has the price 0.`)
  return merged
}
