/** What an error of a statement has beside its message: the values, which are people's data, and rows that hold some. */
const told = ['params', 'parameters', 'query', 'detail', 'where', 'hint', 'internalQuery']

/** Drizzle writes the values below the statement. */
const VALUES = /\nparams:[\s\S]*/

export const withoutValues = (text: string): string => text.replace(VALUES, '')

/** PostgreSQL quotes a value that it cannot read (class 22). */
function messageOf(error: Error): string {
  const isOfValue = 'severity' in error && 'code' in error && String(error.code).startsWith('22')
  return withoutValues(isOfValue ? error.message.replace(/: "[\s\S]*$/, '') : error.message)
}

/** Where it was thrown, without the message that a stack begins with. */
const framesOf = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/**
 * An error as it may be logged and kept. A statement that fails names the values it was sent with: of a session that is
 * looked up while the database is away, its token.
 */
export function plainError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 10) return error
  const message = messageOf(error)
  const stack =
    message === error.message ? error.stack : `${error.name}: ${message}\n${framesOf(error.stack)}`
  const plain = Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error)) as Error
  const set = (name: string, value: unknown, enumerable = false) =>
    Object.defineProperty(plain, name, { value, enumerable, configurable: true, writable: true })
  for (const name of told) if (name in plain) Reflect.deleteProperty(plain, name)
  set('message', message)
  set('stack', stack)
  if (error.cause !== undefined) set('cause', plainError(error.cause, depth + 1))
  if (error instanceof AggregateError)
    set(
      'errors',
      error.errors.map((one) => plainError(one, depth + 1)),
    )
  return plain
}
