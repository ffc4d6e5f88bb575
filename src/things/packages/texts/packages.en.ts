export const packages = {
  title: 'Packages',
  lead: 'A package shows an auditor the state of each control on each day of a period, with the signed evidence for it.',
  empty: 'No packages yet.',
  emptyOwn: 'You have not created a package yet.',
  othersHave:
    'Other people have created packages for your days. They are not listed here, because they may contain lists of people, which you may not read. Ask an administrator for one of these:',
  period: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  noGaps: 'No gaps',
  gaps: ({ gaps }: { gaps: number }) => (gaps === 1 ? '1 gap' : `${gaps} gaps`),
  elsewhere: 'Created on the command line and stored elsewhere',
  madeFor: ({ name }: { name: string }) => `For ${name}`,
  madeForYou: 'Made for you',
  earlier: 'Earlier packages',
  status: {
    title: 'Status page',
    lead: ({ name, period }: { name: string; period: string }) =>
      `A public page of the package for ${name}, ${period}: the state of each control, with nothing but signed evidence behind it. Publish its three files on any web server.`,
    nameHelp: 'Empty: the name of the organization. Colour and logo are those of your pages.',
    groups: 'Controls that everybody may see',
    make: 'Download status page',
    nothing: 'Choose at least one group of controls.',
  },
  create: {
    title: 'Create package',
    requireEvidence: 'Refuse gaps: days without a run, and runs without evidence',
    withoutPeople:
      'The bundles contain no lists of people, because you may not read those. A run that read such a list also comes without its exchanges, because they name the same people.',
    help: 'Days are in UTC. A long period can take a minute.',
    forWhom: 'For',
    forWhomHelp: 'An auditor finds the package in their own list. It then has what this auditor may read.',
    forMe: 'You and other administrators',
    daysMissing: 'Enter the first and the last day. Go back to enter them.',
  },
  gapKinds: {
    'no check': 'no check',
    'no run': 'no run',
    'could not tell': 'could not tell',
    'not kept': 'evidence not kept',
    deleted: 'evidence deleted',
    'upload deleted': 'upload deleted',
  },
  refused: {
    title: 'The package was not created',
    text: ({ gaps }: { gaps: number }) =>
      gaps === 1
        ? 'You refused gaps, and the package would have 1 gap.'
        : `You refused gaps, and the package would have ${gaps} gaps.`,
    help: 'Run the checks again with evidence, or allow gaps. The package then lists the gaps.',
    gap: 'Gap',
    days: 'Days',
    back: 'Back to packages',
  },
}
