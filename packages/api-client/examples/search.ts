// Counts the leads of a search with the typed client: every path, field and answer is checked by the compiler.
//   FREEOR_API_URL=https://leads.example FREEOR_API_KEY=... node packages/api-client/examples/search.ts businesses state:TX
import { createApiClient, unwrap } from '@freeor/api-client/client'

const { FREEOR_API_URL: baseUrl = 'http://localhost:3000', FREEOR_API_KEY: key } = process.env
const [dictId = 'businesses', dslFilter = ''] = process.argv.slice(2)

const client = createApiClient({
  baseUrl,
  fetch: async (request) => {
    const sent = new Request(request)
    sent.headers.set('authorization', `Bearer ${key}`)
    return await fetch(sent)
  },
})

const params = { path: { dictId } }
const { count, dropOne } = unwrap(
  await client.POST('/api/search/{dictId}', { params, body: { dslFilter, limit: 1 } }),
)
process.stdout.write(`${count} leads\n`)
for (const clause of dropOne) process.stdout.write(`${clause.count} without ${clause.text}\n`)
