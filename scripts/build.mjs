// `npm run build`: the server and both sites for production, where their sources changed.
import { build, install } from './setup.mjs'

await install()
await build()
