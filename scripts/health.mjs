// The health check of the image: exit code 0 when the server says that it works. It asks where a thread of its own answers:
// at the ports of the sites the call waits with all others, and a busy server would be taken for a broken one.
const answer = await fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/api/health`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
