import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { labels } from '../../all-texts/en/labels.ts'

export const directory = {
  lead: 'The directory says who belongs to the organization. Cross-checks and the list of people are based on it.',
  toPeople: 'View people',
  covers: {
    both: 'employees and contractors',
    employees: 'employees',
    contractors: 'contractors',
  },
  coversLabel: 'People covered',
  coverOptions: {
    employees: 'Employees',
    contractors: 'Contractors',
    both: 'Both',
  },
  sources: {
    title: 'Sources',
    help: 'If several sources cover a person, the first one decides.',
    empty: 'No sources yet. Import a file of people, or add a connection.',
    kinds: {
      file: labels.file,
      connection: labels.connection,
    },
    covers: ({ source, covers }: { source: string; covers: string }) => `${source} with ${covers}.`,
    moveUp: 'Move up',
    moveUpNamed: ({ name }: { name: string }) => `Move ${name} up`,
    removeNamed: ({ name }: { name: string }) => `Remove ${name}`,
    addConnection: 'Add connection',
    noFile: 'No file has been imported yet.',
    neverRead: 'People have not been read yet. Run the connection.',
    fileOf: ({ people, moment }: { people: string; moment: Child }) => phrase`${people}, as of ${moment}.`,
    readOn: ({ people, moment }: { people: string; moment: Child }) => phrase`${people}, read on ${moment}.`,
    incomplete: 'The list is incomplete.',
    validUntil: ({ moment }: { moment: Child }) => phrase`The file is valid until ${moment}.`,
  },
  import: {
    title: 'Import a file of people',
    help: ({ columns }: { columns: string }) =>
      `CSV in UTF-8 with the columns ${columns}. The columns id, email and status are required. The new file replaces the previous one.`,
    source: 'Source name',
    defaultSource: 'Staff',
    covers: 'People covered, for a new source',
    date: 'File date',
    dateHelp: 'The day on which the file was created. A file is valid for 35 days.',
    allowLoss: 'Many people of the previous file are missing because they left',
    button: 'Import file',
  },
  systems: {
    help: 'Facts about a connection that the vendor does not report.',
    exempt: ({ name }: { name: string }) => `${name} (excluded from cross-checks)`,
    configured: ({ name }: { name: string }) => `${name} (configured)`,
    domains: 'Own domains',
    domainsHelp:
      'Your domains in which this vendor lets only members have addresses. An address in such a domain then identifies the owner of an account.',
    signIn: 'People sign in with',
    exemptReason: 'Reason to exclude the connection from cross-checks',
    untilHint: 'required with a reason',
  },
}
