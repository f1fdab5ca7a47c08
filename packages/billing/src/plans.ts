import type { Site } from '@freeor/kernel/site'

/**
 * The plan catalogue of both sites, as shipped. An operator changes it with a `plans.json` (see `plan-catalogue.ts`),
 * which may also add plans. Prices are in cents a month, USD. A plan's id stays; a lot that was granted keeps its size
 * when the catalogue changes, the next period has the new one.
 */
export const shippedPlanIds = ['freeor_free', 'freeor_basic', 'freeor_pro', 'freeor_biz'] as const

/** An id of the catalogue. */
export type PlanId = string

type PlanBase = {
  readonly planID: PlanId
  readonly shortname: string
  readonly name: string
  readonly description: string
  /** Cents a month. */
  readonly price: number
  /** Shown among the plans to choose from. Without it, whoever has its id can subscribe to it. */
  readonly public: boolean
}

export type LeadPlan = PlanBase & {
  /** Leads a month. */
  readonly leads: number
  /** What a new period starts with; the same as `leads`. */
  readonly leadsRemaining: number
  /** Most leads in one file. */
  readonly downloadLimit: number
  /** What is left at the end of a period stays. */
  readonly includesRollover: boolean
  readonly searchSuppressions: boolean
  /** Company users beside the owner. */
  readonly seats: number
}

export type CoursePlan = PlanBase & {
  readonly courses: number
  readonly lessons: number
  /** Users beside the owner. */
  readonly users: number
}

export const shippedLeadPlans: readonly LeadPlan[] = [
  {
    planID: 'freeor_free',
    shortname: 'Free',
    name: 'Freeor Free',
    description: '25 leads a month, to see what is there.',
    price: 0,
    public: true,
    leads: 25,
    leadsRemaining: 25,
    downloadLimit: 25,
    includesRollover: false,
    searchSuppressions: false,
    seats: 0,
  },
  {
    planID: 'freeor_basic',
    shortname: 'Basic',
    name: 'Freeor Basic',
    description: '1,000 leads a month for one person.',
    price: 5000,
    public: true,
    leads: 1000,
    leadsRemaining: 1000,
    downloadLimit: 1000,
    includesRollover: false,
    searchSuppressions: false,
    seats: 0,
  },
  {
    planID: 'freeor_pro',
    shortname: 'Pro',
    name: 'Freeor Pro',
    description: '5,000 leads a month that roll over, without the leads you have.',
    price: 9900,
    public: true,
    leads: 5000,
    leadsRemaining: 5000,
    downloadLimit: 5000,
    includesRollover: true,
    searchSuppressions: true,
    seats: 0,
  },
  {
    planID: 'freeor_biz',
    shortname: 'Business',
    name: 'Freeor Business',
    description: '50,000 leads a month that roll over, for a team of up to 25 more people.',
    price: 49_900,
    public: true,
    leads: 50_000,
    leadsRemaining: 50_000,
    downloadLimit: 25_000,
    includesRollover: true,
    searchSuppressions: true,
    seats: 25,
  },
]

export const shippedCoursePlans: readonly CoursePlan[] = [
  {
    planID: 'freeor_free',
    shortname: 'Free',
    name: 'Freeor Free',
    description: 'One course with 3 lessons.',
    price: 0,
    public: true,
    courses: 1,
    lessons: 3,
    users: 0,
  },
  {
    planID: 'freeor_basic',
    shortname: 'Basic',
    name: 'Freeor Basic',
    description: '3 courses with 10 lessons each.',
    price: 5000,
    public: true,
    courses: 3,
    lessons: 10,
    users: 0,
  },
  {
    planID: 'freeor_pro',
    shortname: 'Pro',
    name: 'Freeor Pro',
    description: '10 courses with 20 lessons each, for you and 3 more people.',
    price: 9900,
    public: true,
    courses: 10,
    lessons: 20,
    users: 3,
  },
  {
    planID: 'freeor_biz',
    shortname: 'Business',
    name: 'Freeor Business',
    description: '100 courses with 50 lessons each, for you and 25 more people.',
    price: 49_900,
    public: true,
    courses: 100,
    lessons: 50,
    users: 25,
  },
]

export type PlanCatalogue = {
  readonly leads: readonly LeadPlan[]
  readonly courses: readonly CoursePlan[]
}

export const shippedCatalogue: PlanCatalogue = { leads: shippedLeadPlans, courses: shippedCoursePlans }

// One for the process, set by the composition root before anything asks: passing it along with every question would
// put it into the signature of half the house.
let catalogue = shippedCatalogue

/** Puts the operator's catalogue in place. Once, at the start. */
export function putPlansInPlace(chosen: PlanCatalogue): void {
  catalogue = chosen
}

/** The plans of a site, cheapest first as the catalogue has them. */
export function listSitePlans(site: 'leads'): readonly LeadPlan[]
export function listSitePlans(site: 'courses'): readonly CoursePlan[]
export function listSitePlans(site: Site): readonly (LeadPlan | CoursePlan)[]
export function listSitePlans(site: Site): readonly (LeadPlan | CoursePlan)[] {
  return catalogue[site]
}

/** The plan of a site with this id, or undefined. */
export function findPlan(site: Site, planID: string): LeadPlan | CoursePlan | undefined {
  return catalogue[site].find((plan) => plan.planID === planID)
}

/** The plan of a site with this id. @throws Error when an id in the database is in no catalogue. */
export function getPlan(site: Site, planID: string): LeadPlan | CoursePlan {
  const plan = findPlan(site, planID)
  if (!plan) throw new Error(`The plan ${planID} of ${site} is not in the catalogue`)
  return plan
}

/** The lead plan with this id, or undefined. */
export function findLeadPlan(planID: string): LeadPlan | undefined {
  return catalogue.leads.find((plan) => plan.planID === planID)
}

/** The lead plan with this id. @throws Error when an id in the database is in no catalogue: a mistake in it. */
export function getLeadPlan(planID: string): LeadPlan {
  const plan = findLeadPlan(planID)
  if (!plan) throw new Error(`The plan ${planID} is not in the catalogue`)
  return plan
}

/** The course plan with this id, or undefined. */
export function findCoursePlan(planID: string): CoursePlan | undefined {
  return catalogue.courses.find((plan) => plan.planID === planID)
}

/** The course plan with this id. @throws Error when an id in the database is in no catalogue: a mistake in it. */
export function getCoursePlan(planID: string): CoursePlan {
  const plan = findCoursePlan(planID)
  if (!plan) throw new Error(`The course plan ${planID} is not in the catalogue`)
  return plan
}

/** Ends no plan's own id. */
export const courseSuffix = '_courses'

/**
 * What a plan is called at the provider: its id for the leads site, `<id>_courses` for the courses site. The ids are
 * the same on both sites, and a provider keeps one price a code.
 */
export function providerPlanCode(site: Site, planID: string): string {
  return site === 'leads' ? planID : `${planID}${courseSuffix}`
}

/** The plan behind a provider's code, or undefined. */
export function readPlanCode(
  code: string,
): { readonly site: Site; readonly plan: LeadPlan | CoursePlan } | undefined {
  const site = code.endsWith(courseSuffix) ? 'courses' : 'leads'
  const plan = findPlan(site, site === 'courses' ? code.slice(0, -courseSuffix.length) : code)
  return plan && { site, plan }
}
