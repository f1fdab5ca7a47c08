/** Words of an address at which the business is not. */
const elsewhere = new Set(
  'mailing mail billing owner contact previous former old parent registered agent correspondence remit alternate other secondary acquiring birth incorporation lender servicing taxpayer person personal home residence residential'.split(
    ' ',
  ),
)
const here = new Set(
  'physical business location site facility premise premises practice primary street situs project outlet store'.split(
    ' ',
  ),
)

/** How clearly a header's words say that it is of the lead's own place: below 0, of another. */
export const placeScore = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (elsewhere.has(word) ? -2 : here.has(word) ? 1 : 0), 0)

/** Whether a header says that its column is of another place than the lead's. */
export const isOfAnotherPlace = (words: readonly string[]): boolean => placeScore(words) < 0
