/** A part of a text as `remark-parse` reads it. */
type TextNode = { type: string; readonly value?: string; children?: TextNode[] }

const lineBreak = /^<br\s*\/?>$/i

/** HTML in a text that is a break and nothing else is one: other programs write cells of tables so. Used behind `remark-gfm`. */
export const breaksOfHtml = () => breakLines

function breakLines(node: TextNode): void {
  for (const child of node.children ?? []) {
    if (child.type === 'html' && lineBreak.test(child.value?.trim() ?? '')) child.type = 'break'
    else breakLines(child)
  }
  // Between paragraphs there is no line to be broken.
  const holdsBlocks = ['root', 'blockquote', 'listItem', 'footnoteDefinition'].includes(node.type)
  if (holdsBlocks) node.children = node.children?.filter(({ type }) => type !== 'break') ?? []
}

/** The tags of the HTML that is left out of a text, each once, in order; none for comments, which nobody is to see. */
export function findLeftOut(node: TextNode): string[] {
  const found = new Set<string>()
  addLeftOut(node, found)
  return [...found]
}

function addLeftOut({ type, value = '', children = [] }: TextNode, found: Set<string>): void {
  if (type === 'html') {
    const seen = value.replace(/<!--[\s\S]*?(-->|$)/g, '')
    const tags = [...seen.matchAll(/<\/?([a-z][\w-]{0,40})/gi)].map(
      ([, name = '']) => `<${name.toLowerCase()}>`,
    )
    for (const tag of tags) found.add(tag)
    // Words behind a comment belong to it.
    if (tags.length === 0 && seen.trim() !== '') found.add('<!-- -->')
  }
  for (const child of children) addLeftOut(child, found)
}
