/** How our searches are best run, in either engine. */
export const searchSettings = {
  // No table of ours has a projection, and looking for one is done anew for each statement.
  optimize_use_projections: 0,
  // A text index that holds whole words answers LIKE from its words alone, however short or common the text is.
  text_index_like_min_pattern_length: 2,
  text_index_like_max_postings_to_read: 1_000_000,
} as const
