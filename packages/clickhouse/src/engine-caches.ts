/**
 * MiB of the built-in engine's caches, by name. An entry of the query conditions takes four times what the engine
 * counts for it.
 */
export const cacheMebibytes = {
  mark: 64,
  index_mark: 64,
  query_condition: 16,
  text_index_tokens: 64,
  text_index_header: 64,
  compiled_expression: 32,
}
