/** What ends the claim of each draft of this tab. */
const held = new Map<string, () => void>()

/**
 * Claims a draft for this tab, for as long as it is open. A draft that is open in another tab is that one's.
 * @returns whether it is this tab's now
 */
export async function claimDraft(device: string): Promise<boolean> {
  if (held.has(device)) return true
  // There are none on an unencrypted address that is not this machine's: then a draft is whoever's opens it.
  if (!navigator.locks) return true
  return await new Promise((resolve) => {
    void navigator.locks.request(`freeor-draft ${device}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await new Promise<void>((letGo) => held.set(device, letGo))
    })
  })
}

/** Lets a draft go, for another tab to claim. */
export function releaseDraft(device: string): void {
  held.get(device)?.()
  held.delete(device)
}
