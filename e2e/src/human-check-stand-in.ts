import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'

export type Provider = 'turnstile' | 'recaptcha'

const root = resolve(import.meta.dirname, '..', '..')

export type Verifier = {
  url: string
  /** What the server sent about each token, oldest first. */
  asked: Record<string, string>[]
  /** What it answers from now on. */
  verdict: boolean
  stop(): void
}

/** Replaces the server of a provider that is asked about each token. */
export async function openVerifier(): Promise<Verifier> {
  const asked: Record<string, string>[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    asked.push(Object.fromEntries(new URLSearchParams(text)))
    response.end(JSON.stringify({ success: verifier.verdict, action: 'signup' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const verifier: Verifier = { url: `http://127.0.0.1:${port}/siteverify`, asked, verdict: true, stop }
  return verifier
}

/** A production server of its own that is configured for the provider. */
export async function serveWith(provider: Provider, verifyUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeor-human-'))
  const entry = 'apps/server/src/testing/server-with-human-check.ts'
  const server = spawn(process.execPath, [entry, provider, verifyUrl, dataDir], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stopped = once(server, 'exit')
  const failed = stopped.then(() => {
    throw new Error('The server stopped before it was ready')
  })
  const [line] = (await Promise.race([once(server.stdout, 'data'), failed])) as [Buffer]
  return {
    url: String(line).trim(),
    dataDir,
    async stop() {
      server.kill('SIGTERM')
      await stopped
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The names of the buttons that a journey presses. */
export const buttons = { tick: 'Tick the box', expire: 'Let it expire', break: 'Break it' } as const

/** Draws a frame from the provider, and buttons for what its real script finds out by itself. */
const drawing = (origin: string) => `
  const draw = (container, told, answer) => {
    const frame = document.createElement('iframe')
    frame.src = '${origin}/frame'
    frame.title = 'Human check'
    const button = (name, act) => {
      const element = document.createElement('button')
      element.type = 'button'
      element.textContent = name
      element.onclick = act
      return element
    }
    container.append(
      frame,
      button('${buttons.tick}', answer),
      button('${buttons.expire}', () => told['expired-callback']()),
      button('${buttons.break}', () => told['error-callback']('300030')),
    )
  }`

/** Turnstile solves again by itself after a reset. */
const turnstile = `${drawing('https://challenges.cloudflare.com')}
  let answer
  window.turnstile = {
    render(container, told) {
      if (told.sitekey !== 'site-key-of-a-test' || told.action !== 'signup') return undefined
      answer = () => told.callback('turnstile-' + crypto.randomUUID())
      draw(container, told, answer)
      return 'widget'
    },
    reset: () => setTimeout(answer),
    remove: () => undefined,
  }`

/** reCAPTCHA's version 3 draws nothing and asks the user nothing. */
const recaptcha = `
  window.grecaptcha = {
    ready: (then) => setTimeout(then),
    async execute(siteKey, { action }) {
      if (siteKey !== 'site-key-of-a-test' || action !== 'signup') throw new Error('Invalid site key')
      return 'recaptcha-' + crypto.randomUUID()
    },
  }`

const scripts = {
  turnstile: { body: turnstile, host: 'https://challenges.cloudflare.com/**' },
  recaptcha: { body: recaptcha, host: 'https://www.google.com/recaptcha/**' },
} as const

/** Answers in the provider's place; gives the addresses that the page requested, oldest first. */
export async function standIn(page: Page, provider: Provider): Promise<string[]> {
  const { body, host } = scripts[provider]
  const asked: string[] = []
  await page.route(host, async (route) => {
    const address = route.request().url()
    asked.push(address)
    if (address.includes('/api.js')) await route.fulfill({ contentType: 'text/javascript', body })
    else await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Check</title>' })
  })
  return asked
}
