/** What the parent tells the child before anything else, over the channel between them. */
export type StartMessage = {
  readonly dataFolder: string
  readonly pipesFolder: string
  /** The password of both pools: nobody else on this machine may send statements. */
  readonly secret: string
  /** Where to listen if it is free; 0 for any. */
  port: number
  readonly memoryBytes: number
  readonly threads: number
}

export type StopMessage = { readonly stop: true }

export type ChildMessage =
  | { readonly state: 'ready'; readonly port: number }
  | { readonly state: 'failed'; readonly reason: FailedReason; readonly message: string }

/** `platform`: the native engine cannot be loaded here. `in_use`: another process has the folder open. */
export type FailedReason = 'platform' | 'in_use' | 'other'
