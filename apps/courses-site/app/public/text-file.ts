/** A file that programs read, the same for everybody. They may keep it for an hour. */
export const textFile = (text: string, type: string): Response =>
  new Response(text, {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
  })
