import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useSiteData } from '../frame/site-data.ts'
import type { BillingTexts } from './billing-texts.ts'
import classes from './steps.module.css'

const names = ['account', 'verify', 'plan', 'pay', 'in'] as const

export type Step = (typeof names)[number]

/** The steps from a new account into the product, and the current one. */
export function Steps({ at, texts }: { at: Step; texts: BillingTexts['steps'] }) {
  const position = names.indexOf(at)
  const isVerified = useSiteData()?.me.user?.emailVerified ?? false
  // Verifying can be postponed: then it is an earlier step, but not done.
  const isDone = (name: Step, i: number) => i < position && (name !== 'verify' || isVerified)
  return (
    <nav aria-label={texts.label} className={classes.steps}>
      <p className={classes.position}>{texts.position(position + 1, names.length, texts.names[at])}</p>
      <ol className={classes.list}>
        {names.map((name, i) => (
          <li
            key={name}
            className={classes.step}
            data-done={isDone(name, i) || undefined}
            aria-current={i === position ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden>
              {isDone(name, i) ? <IconCheck size={16} /> : i + 1}
            </span>
            <span className={classes.name}>{texts.names[name]}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
