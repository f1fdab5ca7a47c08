import { downloadResults } from '@freeor/leads/downloads/writing/commands'
import { importResults } from '@freeor/leads/import/import-order'
import { answerWays } from '@freeor/leads/search/ports'
import type { Metrics } from '../../metrics/open-metrics.ts'

/** What Leads counts in addition to what all sites share. */
export const openCounters = ({ openCounter }: Metrics) => ({
  answer: openCounter({
    name: 'freeor_search_answers_total',
    help: 'Parts of searches on versions, by the way they were answered',
    label: 'way',
    values: answerWays,
  }),
  comparison: openCounter({
    name: 'freeor_search_comparisons_total',
    help: 'Answers from columns in memory that were compared with the engine, by result',
    label: 'result',
    values: ['same', 'different'],
  }),
  importEnd: openCounter({
    name: 'freeor_imports_total',
    help: 'Imports of this process that ended, by result',
    label: 'result',
    values: importResults,
  }),
  downloadEnd: openCounter({
    name: 'freeor_downloads_total',
    help: 'Jobs of downloads of this process that ended, by result',
    label: 'result',
    values: downloadResults,
  }),
})
