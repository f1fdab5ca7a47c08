/** The words on every page while a super admin acts as somebody. */
export const impersonationTexts = {
  impersonation: 'Acting as somebody else',
  actingAs: (email: string) => `You are acting as ${email}.`,
  actingDetail: ({ admin, reason, until }: { admin: string; reason: string; until: string }) =>
    `${admin}, because: ${reason}. Ends by itself at ${until}; all that you change is recorded.`,
  held: 'This cannot be done while you act as somebody else.',
  endActing: 'End and be yourself again',
} as const
