/** Loaded with the first mail that somebody wrote as markup: it is large, and most installations never see one. */
let purifier: Promise<(html: string) => string> | undefined

async function loadPurifier(): Promise<(html: string) => string> {
  const [{ JSDOM }, { default: createPurify }] = await Promise.all([import('jsdom'), import('dompurify')])
  const { window } = new JSDOM('')
  const purify = createPurify(window)
  return (html) =>
    purify.sanitize(html, {
      USE_PROFILES: { html: true },
      // Mail programs run, send and embed nothing; what would is somebody's trap.
      FORBID_TAGS: [
        'form',
        'input',
        'button',
        'textarea',
        'select',
        'option',
        'dialog',
        'video',
        'audio',
        'source',
      ],
      FORBID_ATTR: ['ping', 'action', 'formaction', 'srcset', 'autofocus'],
      ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|#)/i,
      ALLOW_DATA_ATTR: false,
      WHOLE_DOCUMENT: true,
    } as const) as unknown as string
}

/** A whole document of the markup without anything that runs, sends or embeds. Pictures and styles stay. */
export async function cleanMailHtml(html: string): Promise<string> {
  purifier ??= loadPurifier()
  return `<!doctype html>${(await purifier)(html)}`
}
