import { z } from 'zod'
import { type CoursePlan, type LeadPlan, type PlanCatalogue, planIds, shippedCatalogue } from './plans.ts'

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

const planID = z.enum(planIds)

/** `plans.json`: for each site the plans that differ from the shipped ones, with only the figures that differ. */
const operatorFile = z.strictObject({
  leads: z.array(z.strictObject({ planID, ...partial(common), ...partial(leadFigures) })).default([]),
  courses: z.array(z.strictObject({ planID, ...partial(common), ...partial(courseFigures) })).default([]),
})

function partial<S extends Record<string, z.ZodType>>(shape: S): { [K in keyof S]: z.ZodOptional<S[K]> } {
  return z.object(shape).partial().shape as { [K in keyof S]: z.ZodOptional<S[K]> }
}

type Change = { readonly planID: string; readonly [figure: string]: unknown }

function apply<P extends LeadPlan | CoursePlan>(plans: readonly P[], changes: readonly Change[]): P[] {
  return plans.map((plan) => ({ ...plan, ...changes.find((change) => change.planID === plan.planID) }))
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
    leads: apply(shippedCatalogue.leads, leads).map((plan) => ({ ...plan, leadsRemaining: plan.leads })),
    courses: apply(shippedCatalogue.courses, courses),
  }
  for (const plan of [...merged.leads, ...merged.courses])
    if ((plan.planID === 'freeor_free') !== (plan.price === 0))
      throw new Error(`Please correct plans.json. ${plan.planID}: exactly the free plan has the price 0.`)
  return merged
}
