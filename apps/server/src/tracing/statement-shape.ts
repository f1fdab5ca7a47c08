export type StatementSystem = 'postgresql' | 'clickhouse'

const longest = 2_000

/** Texts, each with how the engine ends it: only ClickHouse, and PostgreSQL after an E, reads a backslash in one. */
const escaped = /'(?:[^'\\]|\\.|'')*(?:'|$)/gs
const texts: Readonly<Record<StatementSystem, readonly RegExp[]>> = {
  clickhouse: [escaped],
  postgresql: [/\$([a-z_]*)\$.*?(?:\$\1\$|$)/gis, /\be'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)/gis],
}
const comment = /--[^\n]*|\/\*.*?(?:\*\/|$)/gs
/** None of a name (`h3_7`), of a placeholder (`$1`) or of a place after a point. */
const number = /(?<![\w$."`])\d[\w.]*/g

/**
 * A statement without any value that stands in its text: `SELECT a FROM b WHERE c = ? AND d = $1`. Bound values are not
 * in it anyway.
 */
export const shapeOf = (sql: string, system: StatementSystem): string =>
  texts[system]
    .reduce((text, pattern) => text.replaceAll(pattern, '?'), sql)
    .replaceAll(comment, ' ')
    .replaceAll(number, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
