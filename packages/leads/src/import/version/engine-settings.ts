import { blockRows } from '../file/row-block.ts'

/**
 * What an import may hold in the engine's memory, whatever the number of leads: above these, joins, groups and sorts go
 * on on disk. Blocks being read, sorted and written take about 500 MB more; together they fit the half of the memory that
 * the engine takes on a machine with 8 GiB.
 */
const memory = {
  max_memory_usage: 3_200_000_000,
  max_bytes_in_join: 800_000_000,
  max_bytes_before_external_group_by: 500_000_000,
  max_bytes_before_external_sort: 500_000_000,
  join_algorithm: 'grace_hash,hash',
} as const

/** For the INSERT that the file goes through: it joins, groups and sorts nothing but its blocks. */
export const insertSettings = {
  max_memory_usage: memory.max_memory_usage,
  geotoh3_argument_order: 'lat_lon',
  // Its masks cost more than evaluating every branch; every branch can take every cell.
  short_circuit_function_evaluation: 'disable',
  // As for searches: five sixths of the time it takes to analyze this statement.
  optimize_and_compare_chain: 0,
  // The layers of the statement are made one after the other, so that what a layer alone needs is soon gone.
  query_plan_merge_expressions: 0,
  // One block is sorted and written while another one is made: with one thread a fifth of two processors was idle.
  max_insert_threads: 2,
  min_insert_block_size_rows: blockRows,
  min_insert_block_size_bytes: 0,
  max_insert_block_size: blockRows,
  max_query_size: 16 * 1024 * 1024,
  // The repairs of one column are some hundred elements; the engine's own 50,000 are those of a hundred columns.
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 2_000_000,
} as const

/** For the statements over a written version. */
export const finishSettings = { ...memory, max_query_size: 16 * 1024 * 1024 } as const

/** The same for a SELECT whose rows are read here. */
export const finishCaps = { seconds: 600, bytes: memory.max_memory_usage }
