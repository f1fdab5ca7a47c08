import type { Site } from '@freeor/kernel/site'
import { getBilledSite, listBilledSites } from './billed-sites.ts'
import type { PlanSeller, SoldPlan } from './ports.ts'

export type { PlanID, PlanSeller, SoldPlan } from './ports.ts'

/** Of each site that an operator changed, all its plans, cheapest first; of any other the shipped ones are sold. */
export type PlanCatalogue = Readonly<Partial<Record<Site, readonly SoldPlan[]>>>

// One for the process, as the sites are.
let catalogue: PlanCatalogue = {}

/** Sets the operator's catalogue. Once, at the start. */
export function putPlansInPlace(chosen: PlanCatalogue): void {
  catalogue = chosen
}

/** The plans that are sold, cheapest first. What `readPlanCatalogue` gives for a seller has its type. */
export function listPlansOf<P extends SoldPlan>({ site, shipped }: PlanSeller<P>): readonly P[] {
  return (catalogue[site] as readonly P[] | undefined) ?? shipped
}

/** The plan with this id, or undefined. */
export function findPlanOf<P extends SoldPlan>(seller: PlanSeller<P>, planID: string): P | undefined {
  return listPlansOf(seller).find((plan) => plan.planID === planID)
}

/** The plan with this id. @throws Error when an id in the database is in no catalogue: a mistake in it. */
export function getPlanOf<P extends SoldPlan>(seller: PlanSeller<P>, planID: string): P {
  const plan = findPlanOf(seller, planID)
  if (!plan) throw new Error(`The plan ${planID} of ${seller.site} is not in the catalogue`)
  return plan
}

/** The plans of a site, cheapest first. */
export const listSitePlans = (site: Site): readonly SoldPlan[] => listPlansOf(getBilledSite(site).plans)

/** The plan of a site with this id, or undefined. */
export const findPlan = (site: Site, planID: string): SoldPlan | undefined =>
  findPlanOf(getBilledSite(site).plans, planID)

/** The plan of a site with this id. @throws Error when an id in the database is in no catalogue. */
export const getPlan = (site: Site, planID: string): SoldPlan => getPlanOf(getBilledSite(site).plans, planID)

/** What a plan is called at the provider. */
export const providerPlanCode = (site: Site, planID: string): string =>
  `${planID}${getBilledSite(site).plans.codeSuffix}`

/** The plan behind a provider's code, or undefined. */
export function readPlanCode(code: string): { readonly site: Site; readonly plan: SoldPlan } | undefined {
  const sellers = listBilledSites()
    .map(({ plans }) => plans)
    .toSorted((one, other) => other.codeSuffix.length - one.codeSuffix.length)
  const seller = sellers.find(({ codeSuffix }) => code.endsWith(codeSuffix))
  if (!seller) return undefined
  const { site, codeSuffix } = seller
  const plan = findPlanOf(seller, code.slice(0, code.length - codeSuffix.length))
  return plan && { site, plan }
}
