import { lockDataFolder } from '@freeor/postgres/data-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChild, isAlive, serve, startedDataFolder } from './testing/server-process.ts'

/** `npm run dev`: the sites from their sources, by Vite inside the server's process. */

let folder: Awaited<ReturnType<typeof startedDataFolder>>

beforeAll(async () => {
  folder = await startedDataFolder()
})
afterAll(async () => await folder.remove())

// From its sources once, as `npm run dev` starts it; the bundle has the same code in half of the time.
test.each([
  { signal: 'SIGTERM', fromSources: true },
  { signal: 'SIGINT', fromSources: false },
] as const)(
  '$signal ends the development server with PostgreSQL stopped and the data folder free',
  async ({ signal, fromSources }) => {
    const { dataDir } = folder
    // One site is enough, and this one needs no ClickHouse.
    const variables = ['SITES=courses']
    const options = { sampleData: false, isDevelopment: true, fromSources, variables }
    const starting = await serve(dataDir, options)
    const server = await starting.ready
    const postgres = await findChild(server.pid, /postgres/)
    // A page both sites share, from its source outside of the site's own folder.
    const login = await fetch(`${server.url}/login`)
    expect([login.status, await login.text()]).toEqual([
      200,
      expect.stringContaining('Freeor Courses</title>'),
    ])
    const stopped = server.kill(signal)
    // A signal to the whole group comes twice: `npm` passes on what the server has had itself.
    await starting.said(/Stopping/)
    process.kill(server.pid, signal)
    await stopped
    expect(await server.ended).toEqual([0, null])
    expect(isAlive(postgres)).toBe(false)
    await (await lockDataFolder(dataDir)).release()
  },
)
