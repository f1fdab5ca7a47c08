// `npm start` and `npm run dev`: from a fresh clone to two running sites.
import { become, build, install, nodeBinary } from './setup.mjs'

const isDevelopment = process.argv.includes('--dev')
install()
if (!isDevelopment) build()
become(nodeBinary(), ['apps/server/src/main.ts', 'serve', ...(isDevelopment ? ['--dev'] : [])], {
  NODE_ENV: isDevelopment ? 'development' : 'production',
})
