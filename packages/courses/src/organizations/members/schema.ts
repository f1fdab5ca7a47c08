import { z } from 'zod'

const memberSorts = ['name', 'email', 'organization', 'percent', 'score', 'lastSeen', 'certificate'] as const

/** What of a course a member has done. */
const memberStates = ['not_started', 'in_progress', 'finished'] as const

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** The filter and the order of the table; everything stands in the page's address. */
export const memberFilter = z.strictObject({
  /** The default course without it. */
  course: z.string().max(60).optional(),
  organization: z.string().max(200).optional(),
  /** Part of the name or of the email address. */
  q: z.string().trim().max(200).optional(),
  state: z.enum(memberStates).optional(),
  /** Confirmed by an admin of the organization, or not yet. */
  confirmed: flag.optional(),
  sort: z.enum(memberSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const memberPage = memberFilter.extend({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})

export type MemberFilter = z.output<typeof memberFilter>

const certificate = z.object({ serial: z.string(), issuedAt: z.iso.datetime() }).nullable()

/** A member in the table: never an answer. */
export const memberRow = z.object({
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  org: z.string(),
  /** An admin of the organization has confirmed them. */
  confirmed: z.boolean(),
  /** Lessons of the course with a graded quiz. */
  lessonsDone: z.int(),
  /** Of the course's lessons, 0 to 100. */
  percent: z.int(),
  /** The mean of the last score of each lesson, in percent; null before the first. */
  score: z.int().nullable(),
  best: z.int().nullable(),
  lastSeen: z.iso.datetime().nullable(),
  certificate,
  /** The quiz they are in, and how many of its questions they answered; never which way. */
  open: z.object({ order: z.int(), answered: z.int(), questions: z.int() }).nullable(),
  /** In the order of `lessons`: the last score in percent; null where none is graded. */
  scores: z.array(z.int().nullable()),
})

export type MemberRow = z.output<typeof memberRow>

const lessonHead = z.object({ _docId: z.string(), title: z.string(), order: z.int() })

const courseChoice = z.object({ _docId: z.string(), name: z.string() })

/** A course whose progress can be looked at. */
export type CourseChoice = z.output<typeof courseChoice>

/** The default course comes first, where it is one of them. */
export const ownCourses = z.object({ courses: z.array(courseChoice) })

export const orgCourses = ownCourses.extend({
  /** The organizations that the caller may name. */
  organizations: z.array(z.string()),
})

export const memberTable = z.object({
  course: z.object({ _docId: z.string(), name: z.string() }),
  lessons: z.array(lessonHead),
  /** The organizations the caller may name. */
  organizations: z.array(z.string()),
  /** By organization, until when the course is to be finished. */
  dueDates: z.array(z.object({ organization: z.string(), dueOn: z.iso.date() })),
  /** How many fit the filter. */
  total: z.int(),
  members: z.array(memberRow),
})

/** One graded run: its score and date, never what was chosen. */
const gradedRun = z.object({ score: z.int(), questions: z.int(), gradedAt: z.iso.datetime() })

const memberLesson = lessonHead.extend({
  /** Share of the video watched, 0 to 1. */
  watched: z.number().min(0).max(1).nullable(),
  quizName: z.string(),
  /** Of an open run. */
  answered: z.int().nullable(),
  questions: z.int(),
  /** The last first. */
  graded: z.array(gradedRun),
  lastSeen: z.iso.datetime().nullable(),
})

export const oneMember = z.object({
  course: z.object({ _docId: z.string(), name: z.string() }),
  member: memberRow.omit({ scores: true }),
  dueOn: z.iso.date().nullable(),
  minutesWatched: z.int(),
  lessons: z.array(memberLesson),
})

export type OneMember = z.output<typeof oneMember>

/** The progress of all members together. */
export const orgProgress = z.object({
  course: z.object({ _docId: z.string(), name: z.string() }),
  organizations: z.array(z.string()),
  members: z.int(),
  unconfirmed: z.int(),
  started: z.int(),
  finished: z.int(),
  byLesson: z.array(lessonHead.extend({ done: z.int(), averageScore: z.int().nullable() })),
  /** Lessons finished for the first time in each week, which begins on this Monday (UTC). */
  byWeek: z.array(z.object({ week: z.iso.date(), lessons: z.int() })),
})

export type OrgProgress = z.output<typeof orgProgress>

/** A learner's own progress in a course. */
export const ownProgress = oneMember.omit({ member: true }).extend({ byWeek: orgProgress.shape.byWeek })
