import classes from './plate.module.css'
import type { Picture } from './site-documents.ts'

export type PlateProps = {
  picture: Picture
  /** Of the drawing, so that its space is kept before it has loaded. */
  width?: number
  height?: number
  /** It is seen at once, and not only after scrolling. */
  isFirst?: boolean
}

/** A picture set into a page as a plate into a book. Its paper is its own, also on dark pages. */
export function Plate({ picture, width = 480, height = 360, isFirst = false }: PlateProps) {
  return (
    <img
      className={classes.plate}
      src={picture.src}
      alt={picture.alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
