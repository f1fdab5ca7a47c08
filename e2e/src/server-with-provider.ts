import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openIssuer } from '@freeor/testing/openid-issuer'
import { waitForReady } from './server.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** The operator's own video on how it works. */
export const introductionVideo = 'https://www.loom.com/share/0123abcd'

/**
 * A separate production server, on which users may log in with accounts of an issuer that runs next to it. It serves
 * the course site alone, which starts quickly: the pages are the same on both, and a test without a browser visits
 * both.
 */
export async function serveWithProvider() {
  // The issuer learns where the sites are once the server has started.
  const redirectUris: string[] = []
  const issuer = await openIssuer({ redirectUris })
  const dataDir = await mkdtemp(join(tmpdir(), 'freeor-provider-'))
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/build/main.mjs', 'serve'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...{ FREEOR_DATA: dataDir, SITES: 'courses', COURSES_PORT: '0', SAMPLE_DATA: 'false' },
      INTRODUCTION_VIDEO: introductionVideo,
      ...{ OIDC_PROVIDERS: 'acme', OIDC_ACME_LABEL: 'Acme', OIDC_ACME_ISSUER: issuer.url },
      ...{ OIDC_ACME_CLIENT_ID: issuer.clientId, OIDC_ACME_CLIENT_SECRET: issuer.clientSecret },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopped = new Promise<void>((done) => server.once('exit', () => done()))
  const output = await waitForReady(server.stdout, stopped)
  const url = output.match(/Courses\s+(http:\/\/\S+)/)?.[1] ?? ''
  redirectUris.push(new URL('/login/acme', url).href)
  return {
    ...{ issuer, dataDir, url },
    async stop() {
      server.kill('SIGTERM')
      await stopped
      await issuer.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
