import { readConfig } from '../config.ts'
import { startServer } from '../server.ts'

/**
 * Entry of a production server whose human check asks a stand-in for the provider's server: no variable can point it
 * away from the provider's own, so this file does.
 *
 *   node server-with-human-check.ts turnstile|recaptcha VERIFY_URL DATA_FOLDER
 */
const [kind, verifyUrl = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({
  FREEOR_DATA: dataDir,
  LEADS_PORT: '0',
  COURSES_PORT: '0',
  SAMPLE_DATA: 'false',
  HUMAN_CHECK: kind,
  HUMAN_CHECK_SITE_KEY: 'site-key-of-a-test',
  HUMAN_CHECK_SECRET: 'secret-of-a-test',
})
if (config.humanCheck.kind === 'altcha') throw new Error('ALTCHA calls no other server: it needs no stand-in')
const humanCheck = { ...config.humanCheck, verifyUrl }
const server = await startServer({ ...config, humanCheck }, { isDevelopment: false, say: () => undefined })
process.stdout.write(`${server.addresses.of('leads')}\n`)
process.once('SIGTERM', () => void server.stop(5000).then(() => process.exit(0)))
