/** Whom a document was given to. */
interface GrantMark {
  readonly name: string
  readonly company: string | null
  readonly email: string
  /** The name of the trust centre. */
  readonly by: string
  readonly day: string
  readonly id: string
}

export const trustCentre = {
  notFound: {
    title: 'Nothing here',
    text: 'This address leads nowhere. Ask whoever gave it to you for the present one.',
  },
  status: {
    title: ({ framework, day }: { framework: string; day: string }) => `${framework}, as of ${day}`,
    caption: 'Controls, by signed evidence alone',
    verify: 'Signed page with history and proofs',
  },
  documents: {
    title: 'Files to download',
    until: ({ day }: { day: string }) => `valid until ${day}`,
    ended: ({ day }: { day: string }) => `ended on ${day}`,
    onRequest: 'on request',
  },
  request: {
    title: 'Ask for documents',
    lead: 'You get a letter at your address, with a link to the agreement. After you have signed it, somebody decides.',
    documents: 'Which ones',
    name: 'Your name',
    email: 'Your email address',
    company: 'Your company (optional)',
    reason: 'What you need them for (optional)',
    send: 'Send the request',
    sent: {
      title: 'Look into your mail',
      text: 'A letter with a link is on its way to your address. If none comes within an hour, try again tomorrow.',
    },
    incomplete: {
      title: 'Something is missing',
      text: 'Choose 1 to 20 documents, and enter your name and your email address. Go back to do so.',
    },
  },
  agreement: {
    name: 'Type your name to agree',
    sign: 'I agree',
    done: { title: 'Thank you', text: 'You have agreed. You get a letter for each document that is granted to you.' },
  },
  grant: {
    text: ({ title, day }: { title: string; day: string }) => `${title}: you can download it until ${day}.`,
    download: 'Download the document',
    mark: ({ name, company, email, by, day, id }: GrantMark) =>
      `Given by ${by} to ${name}${company === null ? '' : ` (${company})`}, ${email}, on ${day}. Grant ${id}`,
    markedCopy: 'Marked copy',
    markedHelp:
      'Each PDF that is given out on request says at the bottom of each page who got it, and when. See how yours looks.',
    seeMarked: 'Download a marked copy',
    unmarked: {
      title: 'Not ready for download',
      text: 'The document cannot be prepared for you at present. Tell whoever granted it to you.',
    },
  },
  answers: 'Frequent questions',
  admin: {
    page: 'Public page',
    closed: 'The page is off. Its address will be:',
    open: 'Everybody who has this address sees the page:',
    publish: 'Publish the signed state',
    publishHelp:
      'The package says how the named controls stood on its last day. The page shows it until you publish a newer one.',
    package: 'Package',
    packageOption: ({ framework, from, to }: { framework: string; from: string; to: string }) =>
      `${framework}, ${from} to ${to}`,
    asked: 'Documents that were asked for',
    until: ({ title }: { title: string }) => `${title}, until`,
    grant: 'Grant the document',
    noPackage: 'Make a package first.',
  },
}
