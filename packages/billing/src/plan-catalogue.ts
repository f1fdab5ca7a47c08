import { inputWords } from '@freeor/kernel/input-words'
import { z } from 'zod'
import { listBilledSites } from './billed-sites.ts'
import type { PlanCatalogue } from './plans.ts'
import type { PlanSeller, SoldPlan } from './ports.ts'

const common = {
  shortname: z.string().min(1).max(40),
  name: z.string().min(1).max(80),
  description: z.string().min(1).max(300),
  /** Cents a month. */
  price: z.int().min(0).max(10_000_000),
  public: z.boolean(),
}

const partial = (shape: Readonly<Record<string, z.ZodType>>) => z.object(shape).partial().shape

/** A plan's id, which is told apart from its code at the provider. */
function planIDOf(sellers: readonly PlanSeller[]) {
  const suffixes = sellers.map(({ codeSuffix }) => codeSuffix).filter((suffix) => suffix !== '')
  return z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,39}$/, 'please use 2 to 40 small letters, digits and _')
    .refine(
      (id) => !suffixes.some((suffix) => id.endsWith(suffix)),
      `an id may not end with ${suffixes.join(' or ')}`,
    )
}

type PlanIDSchema = ReturnType<typeof planIDOf>

type Change = { readonly planID: string; readonly [figure: string]: unknown }

/**
 * `plans.json`: for each site the plans that differ from the shipped ones, with only the figures that differ, and plans
 * of the operator's own with all of them.
 */
function operatorFile(sellers: readonly PlanSeller[], planID: PlanIDSchema) {
  const changesOf = ({ figures }: PlanSeller) =>
    z.array(z.strictObject({ planID, ...partial(common), ...partial(figures) })).default([])
  return z.strictObject(Object.fromEntries(sellers.map((seller) => [seller.site, changesOf(seller)])))
}

/** A plan that is not among the shipped ones has no default figures. */
function requireWhole({ site, figures }: PlanSeller, planID: PlanIDSchema, plan: Change): SoldPlan {
  const parsed = z.object({ planID, ...common, ...figures }).safeParse(plan)
  if (parsed.success) return parsed.data
  const missing = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new Error(
    `Please correct plans.json. ${site} has no plan ${plan.planID}: a new one also needs ${missing}.`,
  )
}

/** The shipped plans with the changes, and those that are new, cheapest first. */
function apply(seller: PlanSeller, planID: PlanIDSchema, changes: readonly Change[]): SoldPlan[] {
  const { shipped, site } = seller
  const ids = changes.map((change) => change.planID)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`Please correct plans.json. ${site} names ${twice} twice.`)
  const changed = shipped.map((plan) => ({ ...plan, ...changes.find((one) => one.planID === plan.planID) }))
  const added = changes
    .filter((change) => shipped.every((plan) => plan.planID !== change.planID))
    .map((change) => requireWhole(seller, planID, change))
  return [...changed, ...added]
    .map((plan) => seller.complete(plan))
    .toSorted((one, other) => one.price - other.price)
}

/**
 * The shipped catalogue of every site with an operator's changes.
 * @param text the content of `plans.json`: for each site by its name `[{"planID":"freeor_pro","price":12900}]`
 * @throws Error whose message says what to correct; the free plan must stay free, because nobody is asked for a card.
 */
export function readPlanCatalogue(text: string): PlanCatalogue {
  const sellers = listBilledSites().map(({ plans }) => plans)
  const planID = planIDOf(sellers)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new Error('Please correct plans.json. It is not valid JSON.', { cause })
  }
  const parsed = operatorFile(sellers, planID).safeParse(content, { error: inputWords })
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
    throw new Error(`Please correct plans.json. ${sentences.join('. ')}.`)
  }
  const changes = parsed.data as Readonly<Record<string, readonly Change[]>>
  const merged = sellers.map(
    (seller) => [seller.site, apply(seller, planID, changes[seller.site] ?? [])] as const,
  )
  for (const plan of merged.flatMap(([, plans]) => plans))
    if ((plan.planID === 'freeor_free') !== (plan.price === 0))
      throw new Error(`Please correct plans.json. ${plan.planID}: exactly the free plan has the price 0.`)
  return Object.fromEntries(merged)
}
