import { type Answer, FACET_VALUES, type Question, SUGGESTIONS } from '../questions.ts'

export type Row = Readonly<Record<string, unknown>>
export type RunSql = (sql: string) => Promise<readonly Row[]>

/** How several conditions are counted fastest: each by its own index (PostgreSQL), or all in one scan (DuckDB). */
export type ManyCounts = 'subqueries' | 'one scan'

/** Answers a question with SQL that PostgreSQL and DuckDB both take; only what the question needs is computed. */
export async function askInSql(question: Question, run: RunSql, manyCounts: ManyCounts): Promise<Answer> {
  if (question.suggest) return { suggest: await suggest(question.suggest, run) }
  const where = conditions(question.clauses.map(({ sql }) => sql))
  const answer: Answer = {}
  const isCount = !question.facets && !question.page
  if (isCount || question.dropOne) Object.assign(answer, await counts(question, run, manyCounts))
  if (question.facets) answer.facets = await facets(question.facets, where, run)
  if (question.map) answer.placed = await cells(question.map, question.clauses, run)
  if (question.page) answer.page = await page(question.page, where, run)
  return answer
}

const conditions = (sql: readonly string[]): string => (sql.length === 0 ? '' : `WHERE ${sql.join(' AND ')}`)

async function counts({ clauses, dropOne }: Question, run: RunSql, how: ManyCounts) {
  const all = clauses.map(({ sql }) => sql)
  const wanted = [all, ...(dropOne ? all.map((_, i) => all.toSpliced(i, 1)) : [])]
  const each = wanted.map((sql, i) => {
    const condition = sql.length === 0 ? 'true' : sql.join(' AND ')
    return how === 'one scan'
      ? `count(*) FILTER (WHERE ${condition}) AS n${i}`
      : `(SELECT count(*) FROM leads WHERE ${condition}) AS n${i}`
  })
  const isPlain = wanted.length === 1
  const sql = isPlain
    ? `SELECT count(*) AS n0 FROM leads ${conditions(all)}`
    : `SELECT ${each.join(', ')}${how === 'one scan' ? ' FROM leads' : ''}`
  const [row] = await run(sql)
  const numbers = wanted.map((_, i) => Number(row?.[`n${i}`]))
  return {
    count: numbers[0] ?? Number.NaN,
    ...(dropOne ? { dropOne: numbers.slice(1).toSorted((a, b) => a - b) } : {}),
  }
}

/** One scan for all facets; the commonest values of each. */
async function facets(columns: readonly string[], where: string, run: RunSql) {
  const which = columns.map((column) => `WHEN grouping(${column}) = 0 THEN '${column}'`).join(' ')
  const rows = await run(`SELECT facet, value, n FROM (
      SELECT facet, value, n, row_number() OVER (PARTITION BY facet ORDER BY n DESC, value) AS place FROM (
        SELECT CASE ${which} END AS facet, coalesce(${columns.join(', ')}) AS value, count(*) AS n
        FROM leads ${where} GROUP BY GROUPING SETS (${columns.map((column) => `(${column})`).join(', ')})) AS grouped
      WHERE value <> '') AS ranked
    WHERE place <= ${FACET_VALUES} ORDER BY facet, place`)
  return Object.fromEntries(
    columns.map((column) => [
      column,
      rows.filter(({ facet }) => facet === column).map(({ value, n }) => `${value} ${n}`),
    ]),
  )
}

/** Squares of about the size of our hexagons: neither engine has H3. */
async function cells({ box, zoom }: NonNullable<Question['map']>, clauses: Question['clauses'], run: RunSql) {
  const [west, south, east, north] = box
  const size = 16 / 2 ** zoom
  const inBox = `lat BETWEEN ${south} AND ${north} AND lon BETWEEN ${west} AND ${east}`
  const rows =
    await run(`SELECT floor(lat / ${size}) AS y, floor(lon / ${size}) AS x, count(*) AS n, avg(lat) AS lat,
    avg(lon) AS lon FROM leads ${conditions([...clauses.map(({ sql }) => sql), inBox])} GROUP BY 1, 2`)
  return rows.reduce((sum, { n }) => sum + Number(n), 0)
}

async function page(rows: number, where: string, run: RunSql): Promise<number[]> {
  const found = await run(
    `SELECT * FROM leads ${where}${where === '' ? 'WHERE' : ' AND'} revenue IS NOT NULL
     ORDER BY revenue DESC, lead_row LIMIT ${rows}`,
  )
  return found.map(({ revenue }) => Number(revenue))
}

async function suggest({ column, text }: NonNullable<Question['suggest']>, run: RunSql): Promise<string[]> {
  const rows = await run(`SELECT ${column} AS value, count(*) AS n FROM leads WHERE ${column} ILIKE '${text}%'
    GROUP BY 1 ORDER BY n DESC, value LIMIT ${SUGGESTIONS}`)
  return rows.map(({ value, n }) => `${value} ${n}`)
}
