import type { SiteMeans } from '../site-module.ts'
import type { CoursesDeps } from './courses-deps.ts'

/** Everything Courses needs of its own. */
export const openCourses = ({ config, deps }: SiteMeans): CoursesDeps => ({
  ...deps,
  defaultCourse: config.defaultCourse,
})
