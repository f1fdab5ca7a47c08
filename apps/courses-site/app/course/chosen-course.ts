export type CourseChoice = { readonly _docId: string; readonly name: string }

/**
 * The course that a page of progress is about: the one in its address, whether it is among the choices or not (the API
 * says whether it may be seen), else the first. Undefined where there is no course at all.
 */
export const chosenCourse = (
  request: Pick<Request, 'url'>,
  courses: readonly CourseChoice[],
): string | undefined => new URL(request.url).searchParams.get('course') || courses[0]?._docId

/** The address of another page about the same course; without the name of the default one, which needs none. */
export const withCourse = (path: string, search: URLSearchParams): string => {
  const course = search.get('course')
  return course ? `${path}?course=${encodeURIComponent(course)}` : path
}
