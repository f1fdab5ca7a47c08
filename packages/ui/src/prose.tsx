import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './prose.module.css'

export type Section = { heading: string; paragraphs: readonly string[] }

/** A plain document: a title, an introduction, sections of paragraphs. */
export function Prose(props: { title: string; intro?: ReactNode; sections: readonly Section[] }) {
  return (
    <article className={classes.prose}>
      <Title order={1}>{props.title}</Title>
      {props.intro ? <p className={classes.intro}>{props.intro}</p> : null}
      {props.sections.map((section) => (
        <section key={section.heading}>
          <Title order={2}>{section.heading}</Title>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}
