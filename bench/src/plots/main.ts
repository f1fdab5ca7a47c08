import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPlots } from './draw-plots.ts'
import { plotsFolder, readRuns } from './read-runs.ts'

/* `npm run draw:plots`: draws the plots of `docs/plots.md` from the runs in `docs/figures/`. */

mkdirSync(plotsFolder, { recursive: true })
for (const [name, svg] of Object.entries(drawPlots(readRuns())))
  writeFileSync(join(plotsFolder, `${name}.svg`), svg)
