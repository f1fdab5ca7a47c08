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

/** Placeholders of one statement share a binder, so that their names never meet. */
export function openBinder(): Binder {
  const params: Params = {}
  let next = 0
  return {
    params,
    bind(type, value) {
      const name = `p${next++}`
      params[name] = value
      return `{${name}:${type}}`
    },
  }
}
