import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './image-grid.module.css'
import { Plate } from './plate.tsx'
import type { Documents } from './site-documents.ts'

/** Pictures with a caption, each a way into the site. The caption is the link, and the whole figure can be pressed. */
export function ImageGrid({ images }: { images: Documents<'image-grid'> }) {
  if (images.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="explore">
      <h2 id="explore">{texts.landing.explore}</h2>
      <ul className={classes.grid}>
        {images.map(({ id, name, data }) => (
          <li key={id} className={classes.figure}>
            <Plate picture={data.picture} />
            <h3>
              <Link to={data.page}>{name}</Link>
            </h3>
            <p>{data.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
