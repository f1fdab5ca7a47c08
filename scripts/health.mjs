// The health check of the image: exit code 0 when a site that is served here says that it works.
const { SITES = 'leads,courses', LEADS_PORT = '3000', COURSES_PORT = '3001' } = process.env
const port = SITES.includes('leads') ? LEADS_PORT : COURSES_PORT
const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
