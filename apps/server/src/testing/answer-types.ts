import type { paths } from '@freeor/api-client/schema'

/** `/a/b?c` as the segments a and b. A place that a test fills in is a segment `${string}`. */
type Segments<Path extends string> = Path extends `${infer Before}?${string}`
  ? Segments<Before>
  : Path extends `/${infer Rest}`
    ? Segments<Rest>
    : Path extends `${infer First}/${infer Rest}`
      ? [First, ...Segments<Rest>]
      : [Path]

/** Whether segments of a call are those of a path of the contract, in which `{name}` stands for anything. */
type Fits<Called extends string[], Known extends string[]> = Called extends [
  infer C extends string,
  ...infer Rest extends string[],
]
  ? Known extends [infer K extends string, ...infer Others extends string[]]
    ? K extends `{${string}}`
      ? Fits<Rest, Others>
      : C extends K
        ? Fits<Rest, Others>
        : false
    : false
  : Known extends []
    ? true
    : false

type Known = keyof paths & string
type FittingPath<Path extends string> = {
  [K in Known]: Fits<Segments<Path>, Segments<K>> extends true ? K : never
}[Known]
/** The path of the contract that a call asks for: one word for word before one with places. */
type KnownPath<Path extends string> = Path extends Known ? Path : FittingPath<Path>

type Called<Method extends string, Path extends Known> =
  Lowercase<Method> extends infer M extends keyof paths[Path] ? paths[Path][M] : never

type JsonOf<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202
    ? Responses[Status] extends { content: { 'application/json': infer Body } }
      ? Body
      : never
    : never
}[keyof Responses]

type SuccessOf<Operation> = Operation extends { responses: infer Responses } ? JsonOf<Responses> : never

/** What tests read of a refusal. */
type Refusal = { readonly code?: string; readonly detail?: string; readonly requestId?: string }

/**
 * What the contract says that a call answers, with the members of a refusal beside it; a refusal alone where the test
 * makes up the method or the path.
 */
export type BodyOf<Method extends string, Path extends string> = string extends Path
  ? Refusal
  : [SuccessOf<Called<Method, KnownPath<Path>>>] extends [never]
    ? Refusal
    : SuccessOf<Called<Method, KnownPath<Path>>> & Refusal
