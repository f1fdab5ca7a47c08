import { addPeople, type People } from './people.ts'
import { openTestSystem, type TestSystem, type TestSystemOptions } from './test-system.ts'

/** Courses alone, with two companies and a super admin. No search engine is started. */
export type LearnersFixture = TestSystem & { readonly people: People }

export async function openLearnersFixture(options: TestSystemOptions = {}): Promise<LearnersFixture> {
  const system = await openTestSystem({ sites: 'courses', jobs: false, ...options })
  return { ...system, people: await addPeople(system.deps, system.call) }
}
