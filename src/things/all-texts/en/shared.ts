import type { Child } from 'hono/jsx'
import { headlineWords } from '../../../report/pieces/headline.ts'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCount } from '../../../text/count-noun.ts'

export const shared = {
  checks: {
    noAction: ({ checks }: { checks: number }) =>
      `${formatCount(checks, 'check')} ${checks === 1 ? 'needs' : 'need'} no action`,
    more: ({ checks }: { checks: number }) => `${formatCount(checks, 'more check')} to look at`,
  },
  connectionChoice: {
    placeholder: 'Part of the name',
    noMatch: ({ typed }: { typed: string }) =>
      `No connection has “${typed}” in its name. The list shows all connections.`,
    manyMatch: ({ candidates, typed }: { candidates: string; typed: string }) =>
      `${candidates} connections have “${typed}” in their name. The list shows all connections. Choose one:`,
  },
  personChoice: {
    help: 'Type part of a name or email address. Leave the field empty for nobody.',
    noMatch: ({ typed }: { typed: string }) => `Nobody has “${typed}” in their name or email address.`,
    manyMatch: ({ candidates, typed }: { candidates: string; typed: string }) =>
      `${candidates} people have “${typed}” in their name or email address. Choose one:`,
    listShowsEverybody: 'The list shows everybody.',
  },
  /** When somebody did it, and who. */
  momentBy: ({ moment, by }: { moment: Child; by: string }) => phrase`${moment} by ${by}`,
  duration: {
    milliseconds: ({ ms }: { ms: number }) => `${ms} ms`,
    seconds: ({ seconds }: { seconds: number }) => `${seconds.toFixed(1)} s`,
    minutes: ({ minutes, seconds }: { minutes: number; seconds: number }) => `${minutes} min ${seconds} s`,
  },
  list: {
    newest: 'Newest',
    older: 'Older',
  },
  choice: {
    choose: 'Choose from a list',
    search: 'Words to look for',
    chosen: 'Chosen, in this order',
    others: 'Not chosen',
    found: ({ count }: { count: number }) => `${count} ${count === 1 ? 'entry' : 'entries'} to choose from`,
    foundOne: '{count} entry to choose from',
    foundMany: '{count} entries to choose from',
    more: ({ count }: { count: string }) => `The first ${count}. Search for others.`,
  },
  records: {
    importHelp: 'One mistake refuses the whole file. A line with an ID changes that entry.',
    noFile: 'Choose a CSV file.',
    noneInState: 'None in this state.',
    newest: ({ number }: { number: string }) => `The newest ${number}.`,
    table: ({ title }: { title: string }) => `Table: ${title}`,
  },
  scopedRun: {
    hint: 'Started with its own waivers or variables',
    badge: 'One-off',
    notice:
      'This run was started with its own waivers or variables, so it does not change findings, controls or trends.',
  },
  headline: headlineWords,
  lists: {
    account: 'accounts',
    person: 'persons',
    device: 'devices',
    credential: 'credentials',
    application: 'applications',
    vulnerability: 'vulnerabilities',
    training: 'trainings',
  },
  chart: {
    value: ({ name, count }: { name: string; count: number }) => `${name}: ${count}`,
    description: ({
      first,
      firstValues,
      last,
      lastValues,
    }: {
      first: string
      firstValues: string
      last: string
      lastValues: string
    }) => `On ${first}: ${firstValues}. On ${last}: ${lastValues}.`,
    showTable: 'Show as a table',
    day: 'Day',
  },
  choose: 'Choose…',
  conflict:
    'Somebody else saved a change after you opened this page, so your change is not saved. The form below still has your entries. Saving again replaces these values:',
  nothing: 'nothing',
  notSpecified: 'none',
  copyNamed: ({ text }: { text: string }) => `Copy ${text}`,
  copied: 'Copied',
  period: {
    asOfEnd: ({ moment }: { moment: Child }) => phrase`As of the end of your period, ${moment}.`,
    runs: ({ from, to }: { from: string | null | undefined; to: string | null | undefined }) => {
      if (from) return to ? `runs from ${from} to ${to}` : `runs from ${from} on`
      return to ? `runs until ${to}` : 'all runs'
    },
  },
  lastDayHelp: ({ latest }: { latest: string }) => `At most one year from now: ${latest}.`,
  valueIsSet: ({ service }: { service: string }) =>
    `A value is saved. ${service} never shows it. Leave the field empty to keep it.`,
  secretNotRepeated: 'Secrets are not shown again. Enter the value again.',
  unset: 'Not specified',
  readyToRun: 'Ready to run.',
}
