import { Link } from 'react-router'
import { texts } from '../texts.ts'
import classes from './faith-strip.module.css'
import { faithSymbols } from './faith-symbols.tsx'

const faiths = Object.entries(texts.faiths) as [keyof typeof texts.faiths, string][]

/** The symbols of many faiths, and of none, above every page. All of them together are one link home. */
export function FaithStrip() {
  return (
    <div className={classes.strip}>
      <Link to="/" className={classes.link}>
        <span className={classes.spoken}>{texts.faithStrip} </span>
        {faiths.map(([faith, name], at) => (
          <span key={faith} className={classes.symbol} title={name}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              {faithSymbols[faith]}
            </svg>
            <span className={classes.spoken}>{at < faiths.length - 1 ? `${name}, ` : name}</span>
          </span>
        ))}
      </Link>
    </div>
  )
}
