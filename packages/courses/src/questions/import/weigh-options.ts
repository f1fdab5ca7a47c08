import type { Draft } from './read-file.ts'
import { Refusal } from './read-file.ts'

/** An option as formats with marks say it. */
export type WeighedOption = {
  /** Markdown. */
  readonly text: string
  /** The part of the mark in percent; negative for a deduction. */
  readonly weight: number
  /** Markdown. */
  readonly feedback?: string | undefined
  readonly at?: number
}

export type WeighedQuestion = {
  readonly question: string
  readonly options: readonly WeighedOption[]
  /** Markdown: what is said whatever was chosen. */
  readonly explanation?: string | null | undefined
  readonly changes: readonly string[]
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)

/**
 * A question whose options have marks as one with a single right option, where it is one: exactly one option gives the
 * whole mark. What the options say when they are chosen goes into the explanation.
 * @throws Refusal
 */
export function weighOptions({ question, options, explanation, changes }: WeighedQuestion): Draft {
  const whole = options.filter(({ weight }) => weight >= 99.99)
  const part = options.filter(({ weight }) => weight > 0 && weight < 99.99)
  if (whole.length === 0 && part.length > 1)
    throw new Refusal(`${part.length} options are right together: a question here has one right option.`)
  if (whole.length === 0 && part.length === 1)
    throw new Refusal('No option gives the whole mark: a question here has one right option.')
  const notes = [...changes]
  if (whole.length === 1) {
    for (const { text, weight } of part)
      notes.push(`A part of the mark (${weight}%) for “${shorten(text)}” was left out`)
    if (options.some(({ weight }) => weight < 0)) notes.push('Deductions for wrong options were left out')
  }
  const told = options.filter(({ feedback }) => (feedback ?? '').trim() !== '')
  if (told.length > 0) notes.push('What is said about single options became a part of the explanation')
  return {
    question,
    options: options.map(({ text, weight, at }) => ({
      ...{ text, isRight: weight >= 99.99 },
      ...(at !== undefined && { at }),
    })),
    explanation: joinExplanation(explanation, told),
    changes: notes,
  }
}

function joinExplanation(general: string | null | undefined, told: readonly WeighedOption[]): string | null {
  const lines = told.map(
    ({ text, feedback = '' }) => `- ${text.replace(/\s+/g, ' ')}: ${feedback.trim().replace(/\n+/g, ' ')}`,
  )
  return [general?.trim() ?? '', lines.join('\n')].filter((text) => text !== '').join('\n\n') || null
}
