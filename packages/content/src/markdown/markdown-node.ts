/** A text, or an element with its attributes and what is in it. */
export type MarkdownNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly MarkdownNode[]]
