import { letterOf } from '@freeor/courses/attempts/option-letter'
import type { AuthorQuestion } from '@freeor/courses/questions/schema'
import { Button } from '@mantine/core'
import { Markdown } from '../components/markdown.tsx'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'

const words = questionTexts

type Props = { theirs: AuthorQuestion; onTake(): void; onKeep(): void }

/** What somebody else wrote meanwhile, and the choice between it and one's own. */
export function ConflictNote({ theirs, onTake, onKeep }: Props) {
  return (
    <div className={classes.conflict} role="alert">
      <p>{words.conflict}</p>
      <h3>{words.theirs}</h3>
      <Markdown text={theirs.question} />
      <ol type="A">
        {theirs.options.map(({ id, text }, at) => (
          <li key={id}>
            {text} {id === theirs.answer ? <strong>{words.markRight(letterOf(at))}</strong> : null}
          </li>
        ))}
      </ol>
      <div className={classes.row}>
        <Button onClick={onKeep}>{words.keepMine}</Button>
        <Button variant="default" onClick={onTake}>
          {words.takeTheirs}
        </Button>
      </div>
    </div>
  )
}
