// `npm run build`: both sites for production, where their sources changed.
import { build, install } from './setup.mjs'

install()
await build()
