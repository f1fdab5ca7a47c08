import { useSearchParams } from 'react-router'
import classes from './preview-note.module.css'
import { useSite } from './site-context.ts'

/** On a public page that its editor looks at before saving. Whoever else has this address sees the page as it is. */
export function PreviewNote() {
  const { texts } = useSite()
  const [params] = useSearchParams()
  if (!params.has('preview')) return null
  return <p className={classes.note}>{texts.previewNote}</p>
}
