import { everyFrameworkId, frameworkNames } from '../../checks/controls/frameworks/framework-names.ts'
import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, text } from '../../service/fields/field.ts'
import { isAfter, isFrom } from '../../service/fields/states.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'
import { addDays } from '../../text/calendar-day.ts'

/** Days that a package, and the period that it is made for, have at most: more than two audits of a year. */
export const periodDaysMax = 1_100

/** Periods that an auditor looks at. The form that makes a package offers them. */
export const auditPeriod = defineThing({
  id: 'audit-period',
  about: 'Periods that auditors look at, for packages.',
  since: 1,
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  place: 'settings',
  fields: {
    name: text({ max: nameLengthMax, description: 'What people call it.', example: 'SOC 2 Type II, 2026' }),
    framework: choice(everyFrameworkId, { description: 'The framework that is audited.' }).optional(),
    ownFramework: text({
      max: nameLengthMax,
      description: "In place of `framework`: the id of a framework of the organization's own.",
      example: 'acme-baseline-3',
    }).optional(),
    firstDay: day({ description: 'First day, in UTC.', example: '2026-01-01' }),
    lastDay: day({ description: 'Last day, in UTC.', example: '2026-12-31' }),
    note: text({ max: 2_000, hasLines: true, description: 'What others should know of it.' }).optional(),
  },
  states: { upcoming: { firstDay: isAfter() }, running: { lastDay: isFrom() }, ended: {} },
  rules: ({ framework, ownFramework, firstDay, lastDay }) => [
    ...((framework === null) === (ownFramework === null)
      ? [{ path: 'framework', message: 'must be named, or ownFramework, and not both' }]
      : []),
    ...(firstDay > lastDay ? [{ path: 'lastDay', message: 'must not be before firstDay' }] : []),
    ...(lastDay >= addDays(firstDay, periodDaysMax)
      ? [{ path: 'lastDay', message: `must be within ${periodDaysMax} days from firstDay: no package is longer` }]
      : []),
  ],
  list: { columns: ['name', 'framework', 'ownFramework', 'firstDay', 'lastDay'], max: 1_000 },
  messages: {
    en: {
      title: 'Audit periods',
      lead: 'The periods that your auditors look at. The package form offers them.',
      empty: 'No audit periods.',
      add: 'Add an audit period',
      fields: {
        name: 'Name',
        framework: 'Framework',
        ownFramework: 'Own framework',
        firstDay: 'First day',
        lastDay: 'Last day',
        note: 'Note',
      },
      states: { upcoming: 'Upcoming', running: 'Running', ended: 'Ended' },
      choices: frameworkNames,
      actions: {},
    },
    de: {
      title: 'Prüfungszeiträume',
      lead: 'Die Zeiträume, die Ihre Prüfer betrachten. Das Formular für Pakete bietet sie an.',
      empty: 'Keine Prüfungszeiträume.',
      add: 'Prüfungszeitraum hinzufügen',
      fields: {
        name: 'Name',
        framework: 'Rahmenwerk',
        ownFramework: 'Eigenes Rahmenwerk',
        firstDay: 'Erster Tag',
        lastDay: 'Letzter Tag',
        note: 'Anmerkung',
      },
      hints: {
        name: 'Wie man ihn nennt.',
        framework: 'Das Rahmenwerk, das geprüft wird.',
        ownFramework: 'Statt eines mitgelieferten: die Kennung eines eigenen Rahmenwerks.',
        firstDay: 'Erster Tag, in UTC.',
        lastDay: 'Letzter Tag, in UTC.',
        note: 'Was andere dazu wissen sollten.',
      },
      states: { upcoming: 'Bevorstehend', running: 'Laufend', ended: 'Beendet' },
      choices: frameworkNames,
      actions: {},
    },
  },
})
