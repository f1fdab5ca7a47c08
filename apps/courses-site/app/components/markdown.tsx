import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import classes from './markdown.module.css'

const remarkPlugins = [remarkGfm]
const rehypePlugins = [rehypeSanitize]

const image: Components['img'] = ({ src, alt }) => (
  <img src={src} alt={alt ?? ''} loading="lazy" className={classes.image} />
)

/** Headings in a text stand below those of its page. */
const inPage: Components = {
  img: image,
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
}

/** A label may hold no paragraphs and no headings. */
const asSpan: Components['p'] = ({ children }) => <span className={classes.line}>{children}</span>
const inLine: Components = { img: image, p: asSpan, h1: asSpan, h2: asSpan, h3: asSpan, h4: asSpan }

/** An author's Markdown. What could run, or load anything but pictures, is taken out. */
export function Markdown({ text, inline = false }: { text: string; inline?: boolean }) {
  const content = (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={inline ? inLine : inPage}
    >
      {text}
    </ReactMarkdown>
  )
  return inline ? content : <div className={classes.text}>{content}</div>
}
