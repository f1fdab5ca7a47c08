/** What zod tells of a value that does not fit. Its own sentences are for programmers: people get these. */
export type InputIssue = {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly expected?: unknown
  readonly format?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly divisor?: unknown
  readonly values?: unknown
  readonly options?: unknown
  readonly keys?: unknown
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'the address of a page',
  datetime: 'a time like 2026-01-31T12:00:00Z',
  date: 'a day like 2026-01-31',
  base64: 'base64',
  base64url: 'base64url',
}

const LISTED = 20

/**
 * A sentence about a value that does not fit its shape, to be read after the name of its field. For the `error` of a
 * `safeParse`: what a shape says itself goes first.
 */
export function inputWords(issue: InputIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue)
    case 'invalid_value':
      return oneOf(issue.expected === 'stringbool' ? ['true', 'false'] : issue.values)
    case 'too_small':
    case 'too_big':
      return wrongSize(issue)
    case 'invalid_format':
      return `please use ${formats[String(issue.format)] ?? 'the form that is documented'}`
    case 'not_multiple_of':
      return `please use a multiple of ${String(issue.divisor)}`
    case 'unrecognized_keys':
      return `there is no field ${listOf(issue.keys).join(', ')}`
    case 'invalid_union':
      if (issue.input === undefined) return missing
      return Array.isArray(issue.options)
        ? oneOf(issue.options)
        : 'it fits none of the forms that are allowed'
    default:
      return undefined
  }
}

const missing = 'it is missing'

function wrongKind({ input, expected }: InputIssue): string {
  if (input === undefined) return missing
  const isWhole = expected === 'int' && typeof input === 'number' && Number.isInteger(input)
  if (isWhole) return 'the number is too large'
  return `please give ${kinds[String(expected)] ?? 'a value of the kind that is documented'}`
}

function oneOf(values: unknown): string {
  const listed = listOf(values)
  return listed.length === 1 ? `please give ${listed[0]}` : `please give one of ${listed.join(', ')}`
}

/** As they would be sent; names that somebody else chose may be many and long. */
function listOf(values: unknown): string[] {
  const all = Array.isArray(values) ? values : []
  const shown = all.slice(0, LISTED).map((value) => String(JSON.stringify(value)).slice(0, 100))
  return all.length > LISTED ? [...shown, '…'] : shown
}

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'value',
  set: 'value',
  object: 'field',
}

function wrongSize({ code, origin, minimum, maximum, inclusive }: InputIssue): string {
  const unit = units[String(origin)]
  const bound = Number(code === 'too_small' ? minimum : maximum)
  if (code === 'too_small' && unit && bound === 1) return 'it may not be empty'
  const what = unit ? `${bound} ${unit}${bound === 1 ? '' : 's'}` : `${bound}`
  if (code === 'too_small') return inclusive ? `at least ${what}` : `more than ${what}`
  return inclusive ? `at most ${what}` : `less than ${what}`
}
