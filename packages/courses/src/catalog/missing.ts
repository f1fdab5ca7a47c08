import { AppError } from '@freeor/kernel/errors'

/** A course that does not exist, and one that the user may not see: the same answer. */
export const noCourse = (): AppError => new AppError('not_found', 'There is no such course.')

/** A lesson that does not exist, and one that the user may not see: the same answer. */
export const noLesson = (): AppError => new AppError('not_found', 'There is no such lesson.')
