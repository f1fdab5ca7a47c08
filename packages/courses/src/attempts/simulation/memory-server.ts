import type { QuestionClick } from '../answer-question.ts'
import { type AnswerState, applyClick, openOptions } from '../answer-rule.ts'
import { scoreOf } from '../grading.ts'
import type { AnswerAnswer } from '../schema.ts'

/** The quiz: the first option of each question is the correct one. */
export const QUESTIONS = 3
const OPTIONS = 3
export const questionName = (at: number) => `question ${at % QUESTIONS}`
export const optionName = (at: number) => `option ${at % OPTIONS}`

/** What devices ask of the server, and what it answers, without a database: the same rules in memory. */
export type ServerRequest =
  | { readonly kind: 'click'; readonly click: QuestionClick }
  | { readonly kind: 'grade'; readonly device: string; readonly number: number }
  | { readonly kind: 'read' }

export type ServerReply =
  | { readonly kind: 'answer'; readonly answer: AnswerAnswer }
  | { readonly kind: 'attempt'; readonly answers: readonly AnswerAnswer[] }
  | { readonly kind: 'graded' | 'number used' | 'waiting for' | 'conflicts' }

export type MemoryServer = {
  handle(request: ServerRequest): ServerReply
  answerOf(questionId: string): AnswerAnswer
  isGraded(): boolean
  score(): number | undefined
}

/** The attempt of one learner. */
export function openMemoryServer(): MemoryServer {
  const states = new Map<string, AnswerState>()
  const clicks = new Map<string, QuestionClick>()
  const latest = new Map<string, number>()
  let score: number | undefined
  const keyOf = (device: string, number: number) => `${device} ${number}`

  const answerOf = (questionId: string): AnswerAnswer => {
    const state = states.get(questionId)
    return {
      questionId,
      selectedAnswer: state?.optionId ?? null,
      revision: state?.revision ?? 0,
      conflict: state ? openOptions(state) : [],
    }
  }
  const questions = Array.from({ length: QUESTIONS }, (_, at) => questionName(at))
  const attempt = (): ServerReply => ({ kind: 'attempt', answers: questions.map(answerOf) })

  function answer(click: QuestionClick): ServerReply {
    const { device, number, questionId, optionId } = click
    const repeated = clicks.get(keyOf(device, number))
    if (repeated && (repeated.questionId !== questionId || repeated.optionId !== optionId))
      return { kind: 'number used' }
    if (repeated) return { kind: 'answer', answer: answerOf(questionId) }
    if (score !== undefined) return { kind: 'graded' }
    clicks.set(keyOf(device, number), click)
    const ofQuestion = `${device} on ${questionId}`
    const state = applyClick(states.get(questionId), latest.get(ofQuestion) ?? 0, click)
    latest.set(ofQuestion, Math.max(latest.get(ofQuestion) ?? 0, number))
    if (state) states.set(questionId, state)
    return { kind: 'answer', answer: answerOf(questionId) }
  }

  function grade(device: string, number: number): ServerReply {
    const isApplied = number === 0 || clicks.has(keyOf(device, number))
    if (!isApplied) return { kind: score === undefined ? 'waiting for' : 'graded' }
    if (score !== undefined) return attempt()
    if (questions.some((id) => answerOf(id).conflict.length > 0)) return { kind: 'conflicts' }
    score = scoreOf(
      questions.map((id) => ({
        answerOptionId: optionName(0),
        selectedOptionId: answerOf(id).selectedAnswer,
      })),
    )
    return attempt()
  }

  function handle(request: ServerRequest): ServerReply {
    if (request.kind === 'click') return answer(request.click)
    if (request.kind === 'grade') return grade(request.device, request.number)
    return attempt()
  }
  return { handle, answerOf, isGraded: () => score !== undefined, score: () => score }
}
