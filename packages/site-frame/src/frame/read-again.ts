import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** What a form was about is not there any more, or is in another state: somebody else was faster. */
const isOutdated = (status: number | undefined) => status === 404 || status === 409 || status === 410

/**
 * For pages with a list whose rows have forms. The router does not read a page again whose form was refused: a row that
 * somebody else deleted would stay, and be refused each time.
 */
export const readAgainWhereOutdated = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate || isOutdated(actionStatus)
