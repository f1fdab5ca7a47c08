import { readLearnerProgress } from '@freeor/courses/organizations/members/read-one-member'
import { everyWeek } from '@freeor/courses/organizations/members/read-progress'
import { ownProgress } from '@freeor/courses/organizations/members/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse } from '../organizations/acting-for.ts'

/** The Monday of a day, UTC. */
function mondayOf(iso: string): string {
  const day = new Date(iso.slice(0, 10))
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
}

export const readOwnProgressOperation = coursesOperation({
  id: 'readOwnProgress',
  method: 'get',
  path: '/api/learning/progress',
  area: 'lessons',
  summary: 'The caller’s own progress in a course: lessons, scores, minutes watched, weeks and due date',
  access: 'user',
  apiKeyScope: 'learning',
  query: z.strictObject({ course: z.string().max(60).optional() }),
  answer: ownProgress,
  async handle(call) {
    const { deps, user, query } = call
    const counted = await countedCourse(call, query.course)
    const progress = await readLearnerProgress(deps.db, user().userId, counted)
    const finished = progress.lessons.flatMap(({ graded }) => graded.at(-1)?.gradedAt ?? [])
    const weeks = [...Map.groupBy(finished, mondayOf)].map(([week, all]) => ({ week, lessons: all.length }))
    return { course: counted.course, ...progress, byWeek: everyWeek(weeks, deps.clock.now()) }
  },
})
