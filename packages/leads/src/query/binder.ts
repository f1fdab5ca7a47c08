export type ParamType =
  | 'String'
  | 'Float64'
  | 'UInt32'
  | 'UInt64'
  | 'Date32'
  | 'Array(String)'
  | 'Array(Float64)'
  | 'Array(UInt64)'
export type ParamValue = string | number | readonly string[] | readonly number[] | readonly bigint[]
export type Params = Record<string, ParamValue>

/** Collects bound values of one statement. */
export type Binder = {
  readonly params: Params
  /** The placeholder `{p3:Type}` that stands for the value. */
  bind(type: ParamType, value: ParamValue): string
}

/**
 * Placeholders of one statement share a binder, so that their names never collide. A value that a statement repeats,
 * once for each count without another part, is bound once: all values are sent together in the address of a request.
 */
export function openBinder(): Binder {
  const params: Params = {}
  const bound = new Map<string, string>()
  return {
    params,
    bind(type, value) {
      const key = `${type} ${Array.isArray(value) ? value.join('\0') : value}`
      const known = bound.get(key)
      if (known !== undefined) return known
      const name = `p${bound.size}`
      params[name] = value
      const placeholder = `{${name}:${type}}`
      bound.set(key, placeholder)
      return placeholder
    },
  }
}
