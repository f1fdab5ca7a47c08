import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { IDLE_MS } from './http/slow-bodies.ts'

/** What can be held of the files for operators without the programs that read them. */

const root = resolve(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The command that `npm start` ends in. */
const serve = [
  ...(/serverProgram = \[(.+)\]/.exec(read('scripts/setup.mjs'))?.[1]?.matchAll(/'([^']+)'/g) ?? []),
]
  .map(([, word]) => word)
  .concat('serve')

/** Variables of Node, and those that the README describes. */
const known = new Set([
  'NODE_ENV',
  'UV_THREADPOOL_SIZE',
  ...[...read('README.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
])

type Service = {
  image?: string
  build?: string
  environment?: Record<string, string>
  env_file?: { path: string; required?: boolean }[]
  depends_on?: Record<string, unknown>
  volumes?: string[]
  ports?: string[]
  profiles: string[]
}

const isPinned = (image: string) => /:[\w.-]*\d[\w.-]*$/.test(image)

test('the README lists each variable that the configuration reads, and no image takes the secrets of .env', () => {
  const sources = readdirSync(import.meta.dirname).filter((file) =>
    /^(config|.+-choice|lead-settings)\.ts$/.test(file),
  )
  const names = sources.flatMap((file) =>
    [...read(`apps/server/src/${file}`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name),
  )
  expect(names).toEqual(expect.arrayContaining(['FREEOR_DATA', 'MAIL', 'OTEL_SDK_DISABLED']))
  expect(names.filter((name) => !known.has(name))).toEqual([])
  expect(read('.dockerignore').split('\n')).toContain('.env')
})

test('the image runs the command of npm start, not as root, on a pinned version', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const valuesOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  for (const from of valuesOf('FROM')) expect(isPinned(from.split(' ')[0] ?? ''), from).toBe(true)
  const own = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(own.findLast((line) => line.startsWith('USER '))).toBe('USER node')
  expect(JSON.parse(valuesOf('CMD')[0] ?? '')).toEqual(['node', ...serve])
  const names = valuesOf('ENV').flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name]) => name))
  expect(names).toContain('FREEOR_DATA')
  expect(names.filter((name) => !known.has(name ?? ''))).toEqual([])
  expect(valuesOf('ENV').join()).toContain(`FREEOR_DATA=${valuesOf('VOLUME')[0]}`)
  const script = /CMD \["node", "([^"]+)"\]/.exec(valuesOf('HEALTHCHECK')[0] ?? '')?.[1] ?? ''
  expect(existsSync(join(root, script)), script).toBe(true)
  expect(read('.dockerignore')).toContain('**/node_modules')
})

test('each service of compose is pinned, waits for services and uses volumes that are there, and is set by known names', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const ours = Object.values(services).filter(({ build }) => build !== undefined)
  expect(ours.map(({ profiles }) => profiles)).toEqual([['alone'], ['engines']])
  for (const { environment = {}, env_file, ports = [] } of ours) {
    // Without it, what .env says of Freeor would never reach the container.
    expect(env_file).toEqual([{ path: '.env', required: false }])
    // These belong to the image and to the published ports, whatever .env says for a server outside.
    expect(environment).toMatchObject({ FREEOR_DATA: '/data', FREEOR_HOST: '0.0.0.0' })
    expect(ports.map((port) => port.split(':').at(-1))).toEqual([
      environment.LEADS_PORT,
      environment.COURSES_PORT,
    ])
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    // The proxy answers the internet.
    for (const published of ports) expect(published).toMatch(/^127\.0\.0\.1:/)
  }
  for (const [name, { image, build, ...service }] of Object.entries(services)) {
    if (build === undefined) expect(isPinned(image ?? ''), name).toBe(true)
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(services[other]?.profiles, `${name} waits for ${other}`).toEqual(service.profiles)
    for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '')
  }
})

test('the unit of systemd runs the command of npm start as a user of its own', () => {
  const unit = read('deploy/systemd/freeor.service')
  expect(unit).toContain(`exec node_modules/.bin/node ${serve.join(' ')}'`)
  expect(unit).toMatch(/^User=freeor$/m)
  const names = [...(/^Environment=(.+)$/m.exec(unit)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name)
  expect(names.filter((name) => !known.has(name ?? ''))).toEqual([])
  expect(names).toContain('FREEOR_DATA')
})

test('commands beside the unit have its user, folder, program and environment, and the lines of cron name them', () => {
  const unit = read('deploy/systemd/freeor.service')
  const script = read('deploy/systemd/freeor-command')
  const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? 'nothing'
  const folder = settingOf('WorkingDirectory')
  const data = /FREEOR_DATA=\S+/.exec(settingOf('Environment'))?.[0]
  for (const part of [
    `--uid=${settingOf('User')} --gid=${settingOf('Group')} --working-directory=${folder}`,
    `--setenv=${data}`,
    `--property=EnvironmentFile=${settingOf('EnvironmentFile')}`,
    `${folder}/node_modules/.bin/node ${serve.slice(0, -1).join(' ')} "$@"`,
  ])
    expect(script).toContain(part)
  const lines = ['docs/guides/operators.md', 'docs/operations.md'].flatMap((file) => [
    ...read(file).matchAll(/^(?:[\d*]+ ){5}(.+)$/gm),
  ])
  expect(lines.length).toBeGreaterThan(2)
  for (const [line, command] of lines) expect(command, line).toMatch(/^\/usr\/local\/sbin\/freeor-command /)
})

test('the workflow runs npm test, with actions that are pinned by commit and no right to write', () => {
  const { permissions, jobs } = parse(read('.github/workflows/test.yml')) as {
    permissions: Record<string, string>
    jobs: Record<string, { steps: { uses?: string; run?: string }[] }>
  }
  const steps = Object.values(jobs).flatMap((job) => job.steps)
  expect(steps.map(({ run }) => run)).toContain('npm test')
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/)
  expect(permissions).toEqual({ contents: 'read' })
})

test('a proxy gives up an idle connection before the server closes it', () => {
  for (const file of ['deploy/nginx/freeor.conf', 'deploy/caddy/Caddyfile']) {
    const seconds = Number(/^\s*keepalive(?:_timeout)? (\d+)s;?$/m.exec(read(file))?.[1])
    expect(seconds * 1000, file).toBeGreaterThan(0)
    expect(seconds * 1000, file).toBeLessThan(IDLE_MS)
  }
})
