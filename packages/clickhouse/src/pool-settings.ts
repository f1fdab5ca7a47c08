/** How our searches are best run, in either engine. */
export const searchSettings = {
  // No table of ours has a projection, and the engine would look for one in each statement.
  optimize_use_projections: 0,
  // Looks for `a < b AND b < c` and adds `a < c`. No statement of ours gains by it, and one with a dozen comparisons takes
  // a fifth of a second longer to analyze.
  optimize_and_compare_chain: 0,
  // A text index that holds whole words answers LIKE from its words alone, however short or common the text is.
  text_index_like_min_pattern_length: 2,
  text_index_like_max_postings_to_read: 1_000_000,
  // Matching leads are scattered, so the first of several conditions skips hardly any block, and reading the columns in
  // steps costs more than half of a nationwide count.
  enable_multiple_prewhere_read_steps: 0,
  // Columns are hardly compressed or not at all: no copy into a buffer first. Files of a part never change.
  local_filesystem_read_method: 'mmap',
  min_bytes_to_use_mmap_io: 1,
} as const

/**
 * How statements of the writer are best run. Most run once: machine code for their expressions takes an import of a
 * small file a third of the engine's time, and saves one of three million leads nothing (125). Nor is it kept which
 * blocks their conditions hold in (127).
 */
export const writerSettings = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  use_query_condition_cache: 0,
} as const
