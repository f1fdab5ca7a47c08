/** Words about organizations: in the profile, in the admin area and on the pages of their admins. */
export const organizationTexts = {
  profileNote:
    'Admins of the organization you choose see your name, your email, and how far you are: percent, scores, dates and certificates. They never see which answers you chose. Nobody sees an organization that you type yourself.',
  admin: {
    title: 'Organization',
    chosen: 'Organization',
    typed: (name: string) => `${name} (typed by the person; it belongs to no organization here)`,
    none: 'None',
    adminOf: 'Sees the progress of the members of',
    nothingConfigured: 'No organization is configured (ORGANIZATIONS).',
    save: 'Save',
    done: 'Saved: they see the progress of the members of the marked organizations, and of no other.',
  },
}
