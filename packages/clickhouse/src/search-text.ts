import { AppError } from '@freeor/kernel/errors'

/*
 * `readonly=1` refuses writes, settings, file() and url() as tables. When we tried it, it let through the scalar
 * function file('/etc/passwd'), INTO OUTFILE, KILL QUERY, a second statement after `;`, and the system tables. So the
 * text of a search is checked once more before it is sent, whatever wrote it.
 */

const forbiddenFunctions = new Set(
  `file filecluster filesystem catboostevaluate executable eval input fuzzquery fuzzjson generaterandom loop merge
  mergetreeindex mergetreeprojection mergetreetextindex mergetreeanalyzeindexes mergetreeanalyzeindexesuuid
  viewexplain viewifpermitted dictionary cluster clusterallreplicas remote remotesecure url urlcluster s3 s3cluster gcs
  oss cosn hdfs hdfscluster azureblobstorage azureblobstoragecluster hudi hudicluster iceberg iceberglocal icebergs3
  icebergazure iceberghdfs icebergcluster iceberglocalcluster icebergs3cluster icebergazurecluster iceberghdfscluster
  deltalake deltalakelocal deltalakes3 deltalakeazure deltalakecluster deltalakes3cluster deltalakeazurecluster paimon
  paimonlocal paimons3 paimonazure paimonhdfs paimoncluster paimons3cluster paimonazurecluster paimonhdfscluster mysql
  postgresql sqlite mongodb redis odbc jdbc arrowflight arrowstream ytsaurus python prometheusquery
  prometheusqueryrange timeseriesselector timeseriesmetrics timeseriestags timeseriessamples timeseriesdata
  sleep sleepeachrow getserversetting getsetting getmacro hostname fqdn serveruuid currentuser showcertificate
  addresstoline addresstolinewithinlines addresstosymbol demangle`
    .split(/\s+/)
    .filter(Boolean),
)

const forbiddenWords = new Set(['settings', 'outfile', 'format', 'system', 'information_schema'])

// A string, a quoted name, a comment's start, a word, or any other single character.
const tokens =
  /'(?:[^'\\]|\\[\s\S]|'')*'|`(?:[^`\\]|\\[\s\S]|``)*`|"(?:[^"\\]|\\[\s\S]|"")*"|--|\/\*|#|\$|\w+|[^\s\w]/g

/**
 * Lets only one SELECT pass that reads plain tables.
 * @throws AppError `internal`: no text of a user's is ever in a statement, so this is a mistake of ours.
 */
export function requireSearchText(sql: string): void {
  const found = sql.match(tokens) ?? []
  const first = found.find((token) => token !== '(')?.toLowerCase()
  if (first !== 'select' && first !== 'with') refuse('it is not a SELECT')
  for (const [index, token] of found.entries()) {
    if (token.startsWith("'") && token.length > 1) continue
    if ([';', '--', '/*', '#', '$', "'", '"', '`'].includes(token)) refuse(`it contains ${token}`)
    const next = found[index + 1]
    requireName(unquote(token).toLowerCase(), next)
  }
}

function requireName(name: string, next: string | undefined): void {
  if (next === '(' && forbiddenFunctions.has(name)) refuse(`it calls ${name}()`)
  if (!forbiddenWords.has(name)) return
  const isSchema = name === 'system' || name === 'information_schema'
  // The function format() joins texts and may pass; the clause FORMAT is only ours to add.
  if (isSchema ? next === '.' : next !== '(') refuse(`it contains ${name}`)
}

function unquote(token: string): string {
  const quote = token[0]
  if (token.length < 2 || (quote !== '`' && quote !== '"')) return token
  return token.slice(1, -1).replace(/\\(.)/g, '$1')
}

function refuse(reason: string): never {
  throw new AppError('internal', `A search statement was refused: ${reason}`)
}
