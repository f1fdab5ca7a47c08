import type { SiteMeans } from '../site-module.ts'
import type { CoursesDeps } from './courses-deps.ts'
import { type CourseEvents, openEvents } from './open-events.ts'

export type OpenCourses = { readonly deps: CoursesDeps; readonly events: CourseEvents }

/** Everything Courses needs of its own. */
export function openCourses(means: SiteMeans): OpenCourses {
  const { config, deps } = means
  const events = openEvents(means)
  const { hub, notices } = events
  return { deps: { ...deps, defaultCourse: config.defaultCourse, hub, notices }, events }
}
