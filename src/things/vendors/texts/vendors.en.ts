export const vendors = {
  proposals: {
    title: 'Proposed vendors',
    lead: 'Applications that your systems list, and that no vendor names yet. Nothing is added before you do.',
    link: 'See proposed vendors',
    empty: 'Every application that your systems list belongs to a vendor.',
    unlisted: 'No system has listed applications yet.',
    application: 'Application',
    scopes: 'May',
    seenIn: 'Seen in',
    unknown: 'Not known',
    add: ({ name }: { name: string }) => `Add ${name}`,
    mostUsed: ({ number, total }: { number: string; total: string }) =>
      `The ${number} most used of ${total}. The others follow once these have a vendor.`,
    incomplete: ({ names }: { names: string }) => `These lists are not complete, so there may be more: ${names}.`,
  },
}
