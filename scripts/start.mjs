// `npm start` and `npm run dev`: from a fresh clone to two running sites.
import { allSites, become, build, install, nodeBinary, serverProgram } from './setup.mjs'

const isDevelopment = process.argv.includes('--dev')
await install()
// A site that is served needs a build; the server refuses a name that is not a site's, with a sentence.
const served = (process.env.SITES ?? allSites.join()).split(',').map((site) => site.trim())
if (!isDevelopment) await build(allSites.filter((site) => served.includes(site)))
const program = isDevelopment ? ['apps/server/src/main.ts', 'serve', '--dev'] : [...serverProgram, 'serve']
become(nodeBinary(), program, {
  NODE_ENV: isDevelopment ? 'development' : 'production',
  // Password hashes run in libuv's pool; with its default of four, four logins would block all file reads.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8',
})
