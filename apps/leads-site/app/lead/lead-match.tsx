import type { LeadDetails, LeadMatch as Match } from '@freeor/leads/lead-details/schema'
import { formatFigure } from '@freeor/ui/format'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { stateNames } from '../state-names.ts'
import { texts } from '../texts.ts'
import classes from './lead.module.css'
import { LeadValue } from './lead-value.tsx'

const words = texts.lead

type Clause = Match['parts'][number]['clauses'][number]

const oneDigit = (value: number) => formatFigure(Math.round(value * 10) / 10)

/** In the unit that the clause is written in. */
const distanceText = ({ text, meters }: Clause): string =>
  /^within:[\d.]+km/.test(text)
    ? `${oneDigit((meters ?? 0) / 1000)} km`
    : `${oneDigit((meters ?? 0) / 1609.344)} mi`

const placeName = (place: string) => (stateNames as Record<string, string>)[place] ?? place

/** Where a clause looked: its columns with their values, the lead's place, the distance. */
function Evidence({ clause, details: { lead, columns } }: { clause: Clause; details: LeadDetails }) {
  const looked = columns.filter(({ key }) => clause.columns.includes(key))
  return (
    <>
      {looked.map((column) => (
        <p key={column.key} className={classes.evidence}>
          {column.label}:{' '}
          {lead.cells[column.key] === null || lead.cells[column.key] === '' ? (
            words.emptyCell
          ) : (
            <LeadValue lead={lead} column={column} marks={clause.holds ? clause.looksFor : []} />
          )}
        </p>
      ))}
      {looked.length === 0 && clause.place !== null ? (
        <p className={classes.evidence}>{words.lies(placeName(clause.place))}</p>
      ) : null}
      {clause.meters === null ? null : <p className={classes.evidence}>{words.away(distanceText(clause))}</p>}
    </>
  )
}

function verdictOf({ excluded, holds }: Clause): string {
  if (excluded) return holds ? words.excludedHolds : words.excludedDoesNot
  return holds ? words.holds : words.doesNotHold
}

function Sign({ good, label }: { good: boolean; label: string }) {
  return good ? (
    <IconCheck size={18} className={classes.holds} role="img" aria-label={label} />
  ) : (
    <IconX size={18} className={classes.fails} role="img" aria-label={label} />
  )
}

function Part({ part, details }: { part: Match['parts'][number]; details: LeadDetails }) {
  const { text, holds, clauses } = part
  const [only] = clauses
  return (
    <li className={classes.part}>
      <div className={classes.line}>
        <Sign good={holds} label={holds ? words.holds : words.doesNotHold} />
        <div>
          <span className={classes.query}>{text}</span>
          {clauses.length === 1 && only ? <Evidence clause={only} details={details} /> : null}
        </div>
      </div>
      {clauses.length > 1 ? (
        <ul className={classes.clauses} aria-label={words.clauses(text)}>
          {clauses.map((clause, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a clause may stand in a part twice
            <li key={i} className={`${classes.clause} ${classes.line}`}>
              <Sign good={clause.holds !== clause.excluded} label={verdictOf(clause)} />
              <div>
                <span className={classes.query}>{clause.text}</span>
                <Evidence clause={clause} details={details} />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** How the search that a lead was opened from finds it. */
export function LeadMatch({ match, details }: { match: Match; details: LeadDetails }) {
  return (
    <>
      <p className={classes.verdict}>{match.matches ? words.matches : words.doesNotMatch}</p>
      <ul className={classes.parts}>
        {match.parts.map((part) => (
          <Part key={part.text} part={part} details={details} />
        ))}
      </ul>
    </>
  )
}
