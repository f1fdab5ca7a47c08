import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './faith-strip.module.css'
import { faithSymbols } from './faith-symbols.tsx'

const faiths = Object.entries(texts.faiths) as [keyof typeof texts.faiths, string][]

const names = faiths.map(([, name]) => name).join(', ')

/**
 * The symbols of many faiths, and of none, above every page. All of them together are one link home, and are spoken as
 * one text: symbol by symbol it took a screen reader three lines for each.
 */
export function FaithStrip() {
  return (
    <div className={classes.strip}>
      <Link to="/" className={classes.link}>
        <span className={classes.spoken}>{`${texts.faithStrip} ${names}`}</span>
        {faiths.map(([faith, name]) => (
          <span key={faith} className={classes.symbol} title={name} aria-hidden>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              {faithSymbols[faith]}
            </svg>
          </span>
        ))}
      </Link>
    </div>
  )
}
