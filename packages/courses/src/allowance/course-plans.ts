import { findPlanOf, type PlanSeller, type SoldPlan } from '@freeor/billing/plans'
import { z } from 'zod'

/** What a plan of Courses allows. */
export type CoursePlan = SoldPlan & {
  readonly courses: number
  /** Of each course. */
  readonly lessons: number
  /** Users besides the owner. */
  readonly users: number
}

const count = z.int().min(0).max(10_000_000)

/** The plans of Courses. */
export const coursePlans: PlanSeller<CoursePlan> = {
  site: 'courses',
  codeSuffix: '_courses',
  figures: { courses: count, lessons: count, users: count },
  complete: (plan) => plan,
  seatsOf: ({ users }) => users,
  shipped: [
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
  ],
}

/** The course plan with this id, or undefined. */
export const findCoursePlan = (planID: string): CoursePlan | undefined => findPlanOf(coursePlans, planID)
