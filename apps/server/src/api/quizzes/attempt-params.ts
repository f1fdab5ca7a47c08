import type { Learner } from '@freeor/courses/attempts/commands'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import type { UserActor } from '@freeor/kernel/actor'
import { z } from 'zod'

const id = z.string().max(60)

export const attemptParams = z.strictObject({ attemptId: id })
export const attemptQuestionParams = z.strictObject({ attemptId: id, questionId: id })

/** The signed-in person as a learner. */
export const learnerOf = (actor: UserActor): Learner => ({ ...viewerOf(actor), userId: actor.userId })
