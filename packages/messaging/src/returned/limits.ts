/** Of one mail that comes back, in bytes. */
export const returnedMailBytes = {
  /** More is not taken at all. */
  most: 10_000_000,
  /** What a report says stands before the mail that it returns: no more than this is read. */
  read: 1_000_000,
}

/** How much of a text is searched, in characters: the reason of a failure stands at its beginning. */
export const searchedCharacters = { report: 200_000, text: 20_000, line: 1_000 }

/** Lines that may begin a part. A report has three parts. */
export const mostBoundaries = 500

/** Lines that are read at all: a megabyte of a real report has half of them. */
export const mostLines = 30_000

/** Recipients that are taken from one report. */
export const mostRecipients = 200

/** Of the reason that is kept. */
export const reasonCharacters = 300

/** A mail that was sent longer ago does not stop anything by coming back. */
export const longestWayDays = 30

/** On so many days within so many, mail to an address came back for now: its mailbox is full for good. */
export const softLimit = { days: 5, within: 30 }

/** How long it is kept what came back: of a mail of ours, and of none that we know. */
export const keptReturnDays = { ours: 180, unproven: 30 }

/** Of those that are of no mail of ours, how many a day are kept. */
export const unprovenInDay = 1_000
