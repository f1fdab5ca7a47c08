import { SegmentedControl, Title } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { MarkdownPreview } from '../components/markdown-preview.tsx'
import lessonClasses from '../lesson/lesson-page.module.css'
import { editorTexts } from '../texts/editor.ts'
import { MarkdownEditor, type MarkdownEditorProps } from './markdown-editor.tsx'
import classes from './written-text.module.css'

const words = editorTexts

/** The transcript with its preview beside it, as the lesson's page shows it; on a phone one of both. */
export function WrittenText({ lessonId, text, onText, attach }: Omit<MarkdownEditorProps, 'label'>) {
  const [pane, setPane] = useState('write')
  const previewed = useDeferredValue(text)
  return (
    <section aria-labelledby="text" className={classes.written}>
      <div className={classes.head}>
        <Title order={2} id="text">
          {words.text}
        </Title>
        <p>{words.textHint}</p>
      </div>
      <SegmentedControl
        className={classes.switch}
        size="md"
        value={pane}
        onChange={setPane}
        data={[
          { value: 'write', label: words.write },
          { value: 'preview', label: words.preview },
        ]}
      />
      <div className={classes.panes} data-pane={pane}>
        <div className={classes.write}>
          <MarkdownEditor {...{ lessonId, text, onText, attach }} label={words.text} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
        <section className={classes.preview} tabIndex={0} aria-label={words.preview}>
          <div className={lessonClasses.transcript}>
            {previewed.trim() === '' ? <p>{words.nothingYet}</p> : <MarkdownPreview text={previewed} />}
          </div>
        </section>
      </div>
    </section>
  )
}
