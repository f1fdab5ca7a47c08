import { formatDate } from '@freeor/ui/format'
import { Anchor } from '@mantine/core'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { Children, type ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './cards.module.css'
import { contentTexts } from './content-texts.ts'

/** Cards of boards or documents. */
export function Cards({ empty, children }: { empty: string; children: ReactNode }) {
  if (Children.count(children) === 0) return <p>{empty}</p>
  return <ul className={classes.cards}>{children}</ul>
}

export type CardProps = {
  to: string
  name: string
  themeColor: string
  favorite: boolean
  archivedAt: string | null
  lines: readonly string[]
  /** What may be done to it. */
  children?: ReactNode
}

/** A card with its colour at the edge. The colour says nothing that words do not. */
export function Card({ to, name, themeColor, favorite, archivedAt, lines, children }: CardProps) {
  const words = contentTexts
  return (
    <li className={classes.card} data-color={themeColor}>
      <div className={classes.name}>
        <Anchor component={Link} to={to}>
          {name}
        </Anchor>
        {favorite ? <IconStarFilled size={16} role="img" aria-label={words.favorite} /> : null}
      </div>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
      {archivedAt === null ? null : <p>{words.archived(formatDate(archivedAt))}</p>}
      {children}
    </li>
  )
}
