/** `/.well-known/gpc.json`: that `Sec-GPC: 1` is honoured, and since when. */
export function loader() {
  return Response.json(
    { gpc: true, lastUpdate: '2026-11-23' },
    { headers: { 'cache-control': 'public, max-age=86400' } },
  )
}
