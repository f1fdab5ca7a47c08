import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

export type Login = { site: string; role: string; email: string; password: string }

declare module 'vitest' {
  interface ProvidedContext {
    leadsUrl: string
    coursesUrl: string
    dataDir: string
    logins: Login[]
  }
}

const root = resolve(import.meta.dirname, '..', '..')

/** How the server takes in mail that comes back. */
export const inboundMail = {
  BOUNCE_DOMAIN: 'bounces.freeor.example',
  INBOUND_MAIL_SECRET: 'a secret of the journeys of mail',
}

/** Starts the production server on an empty data folder, as `npm start` does, and waits for its addresses. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeor-e2e-'))
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/build/main.mjs', 'serve'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ NODE_ENV: 'production', FREEOR_DATA: dataDir, LEADS_PORT: '0', COURSES_PORT: '0' },
      // New people come from addresses of their own: an address may make a hundred accounts an hour.
      TRUSTED_PROXIES: '127.0.0.1',
      ...inboundMail,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopped = new Promise<void>((done) => server.once('exit', () => done()))
  const output = await waitForReady(server.stdout, stopped)
  const address = (name: string) => output.match(new RegExp(`${name}\\s+(http://\\S+)`))?.[1] ?? ''
  project.provide('leadsUrl', address('Leads'))
  project.provide('coursesUrl', address('Courses'))
  project.provide('dataDir', dataDir)
  project.provide('logins', JSON.parse(await readFile(join(dataDir, 'sample-logins.json'), 'utf8')))
  return async () => {
    server.kill('SIGTERM')
    await stopped
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What the server printed until it was ready. @throws when it stopped before */
export async function waitForReady(stdout: NodeJS.ReadableStream, stopped: Promise<void>): Promise<string> {
  let output = ''
  const ready = new Promise<string>((done) => {
    stdout.on('data', (chunk) => {
      output += String(chunk)
      if (output.includes('Ready.')) done(output)
    })
  })
  const failed = stopped.then(() => {
    throw new Error(`The server stopped before it was ready:\n${output}`)
  })
  return await Promise.race([ready, failed])
}
