import { findPlanOf, getPlanOf, type PlanSeller, type SoldPlan } from '@freeor/billing/plans'
import { z } from 'zod'

/** What a plan of Leads allows. */
export type LeadPlan = SoldPlan & {
  /** Leads a month. */
  readonly leads: number
  /** What a new period starts with; the same as `leads`. */
  readonly leadsRemaining: number
  /** Most leads in one file. */
  readonly downloadLimit: number
  /** What is left at the end of a period stays. */
  readonly includesRollover: boolean
  readonly searchSuppressions: boolean
  /** Company users besides the owner. */
  readonly seats: number
}

const count = z.int().min(0).max(10_000_000)

/** The plans of Leads. A lot that was granted keeps its size when the catalogue changes, the next period has the new one. */
export const leadPlans: PlanSeller<LeadPlan> = {
  site: 'leads',
  codeSuffix: '',
  figures: {
    leads: count,
    downloadLimit: count,
    includesRollover: z.boolean(),
    searchSuppressions: z.boolean(),
    seats: count,
  },
  complete: (plan) => ({ ...plan, leadsRemaining: plan.leads }),
  seatsOf: ({ seats }) => seats,
  shipped: [
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
  ],
}

/** The lead plan with this id, or undefined. */
export const findLeadPlan = (planID: string): LeadPlan | undefined => findPlanOf(leadPlans, planID)

/** The lead plan with this id. @throws Error when an id in the database is in no catalogue: a mistake in it. */
export const getLeadPlan = (planID: string): LeadPlan => getPlanOf(leadPlans, planID)
