import { everyFrameworkId } from '../../checks/controls/frameworks/framework-names.ts'
import { optionalCategories } from '../../checks/controls/scope.ts'
import { computeLatestExpiry } from '../../checks/waivers/limits.ts'
import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, idOf, list, text, time } from '../../service/fields/field.ts'
import { isBefore, isEmpty } from '../../service/fields/states.ts'
import { reasonLengthMax } from '../../service/records/text-limits.ts'
import { states as german } from '../all-texts/de/states.ts'
import { states as english } from '../all-texts/en/states.ts'

/** `acme-baseline-3: Operations`. What has no colon has no group. */
export function parseGroup(named: string): { readonly framework: string; readonly group: string } {
  const at = named.indexOf(':')
  return at === -1
    ? { framework: named.trim(), group: '' }
    : { framework: named.slice(0, at).trim(), group: named.slice(at + 1).trim() }
}

const scopes = { read: 'integrations:read', write: 'judgements:write' } as const

/** Categories of a framework that the organization does not have audited. What any of them names is left out. */
export const categoryExclusion = defineThing({
  id: 'category-exclusion',
  about: 'Categories of frameworks that an organization leaves out: a SOC 2 report need not cover more than security.',
  since: 1,
  scopes,
  place: 'settings',
  verbs: ['create', 'delete'],
  fields: {
    categories: list(
      choice(optionalCategories, { description: 'Security always counts.', example: 'soc2:privacy' }),
    ).optional(),
    groups: list(
      text({
        max: 400,
        description:
          "A group of a framework of the organization's own: the id of the framework, a colon, and the heading.",
        example: 'acme-baseline-3: Operations',
      }),
    ).optional(),
    reason: text({ max: reasonLengthMax, hasLines: true, description: 'Why they are left out.' }),
  },
  rules: ({ categories, groups }) => [
    ...((categories ?? []).length + (groups ?? []).length > 0
      ? []
      : [{ path: 'categories', message: 'must be there, or groups: nothing would be left out' }]),
    ...(groups ?? []).flatMap((named) => {
      const { framework, group } = parseGroup(named)
      if (framework === '' || group === '')
        return [
          {
            path: 'groups',
            message: `has "${named}", but needs a framework and a heading, such as acme-baseline-3: Operations`,
          },
        ]
      return everyFrameworkId.some((id) => id === framework)
        ? [
            {
              path: 'groups',
              message: `has "${named}", but only groups of your own frameworks can be left out as a whole`,
            },
          ]
        : []
    }),
  ],
  list: { columns: ['categories', 'groups', 'reason'], max: 100 },
  messages: {
    en: {
      title: 'Categories left out',
      lead: 'Controls of these categories are shown with their states, and no sum counts them. SOC 2 has categories to choose from, and in frameworks of your own each group is one. In others, leave out single controls.',
      empty: 'No category is left out.',
      add: 'Leave categories out',
      fields: { categories: 'Categories', groups: 'Groups of own frameworks', reason: 'Reason' },
      states: {},
      choices: {
        'soc2:availability': 'SOC 2: Availability',
        'soc2:confidentiality': 'SOC 2: Confidentiality',
        'soc2:processing-integrity': 'SOC 2: Processing integrity',
        'soc2:privacy': 'SOC 2: Privacy',
      },
      actions: {},
    },
    de: {
      title: 'Ausgenommene Kategorien',
      lead: 'Kontrollen dieser Kategorien stehen weiter mit ihrem Stand da, zählen aber in keiner Summe. SOC 2 hat Kategorien zur Wahl, und in eigenen Rahmenwerken ist jede Gruppe eine. In anderen nehmen Sie einzelne Kontrollen aus.',
      empty: 'Keine Kategorie ist ausgenommen.',
      add: 'Kategorien ausnehmen',
      fields: { categories: 'Kategorien', groups: 'Gruppen eigener Rahmenwerke', reason: 'Grund' },
      hints: {
        categories: 'Sicherheit gehört bei SOC 2 immer dazu.',
        groups: 'Kennung des Rahmenwerks, Doppelpunkt und Überschrift, wie acme-baseline-3: Betrieb.',
        reason: 'Warum sie ausgenommen sind.',
      },
      states: {},
      choices: {
        'soc2:availability': 'SOC 2: Verfügbarkeit',
        'soc2:confidentiality': 'SOC 2: Vertraulichkeit',
        'soc2:processing-integrity': 'SOC 2: Verarbeitungsintegrität',
        'soc2:privacy': 'SOC 2: Datenschutz',
      },
      actions: {},
    },
  },
})

/** A control that does not apply to the organization. It counts until another person approves it, and again after its last day. */
export const controlExclusion = defineThing({
  id: 'control-exclusion',
  about: 'Controls that are not applicable to an organization: why, until when, and who else approved it.',
  since: 1,
  scopes,
  place: 'settings',
  verbs: ['create', 'delete'],
  fields: {
    control: text({ max: 200, description: 'Framework and number, such as soc2:CC6.4.', example: 'soc2:CC6.4' }),
    reason: text({ max: reasonLengthMax, hasLines: true, description: 'Why it is not applicable.' }),
    expires: day({ description: 'Last day on which it is left out, in UTC: a year from today at most.' }),
  },
  systemFields: {
    approvedBy: idOf('person', { description: 'The person who approved it.' }).nullable(),
    approvedAtMs: time({ description: 'When it was approved.' }).nullable(),
  },
  states: { expired: { expires: isBefore() }, proposed: { approvedAtMs: isEmpty() }, holds: {} },
  rules: ({ control, expires }, { today }) => [
    ...(/^[a-z0-9][a-z0-9.-]*:\S+$/.test(control)
      ? []
      : [{ path: 'control', message: 'must name a framework and a control, such as soc2:CC6.4' }]),
    ...(expires < today ? [{ path: 'expires', message: 'must not be over already' }] : []),
    ...(expires > computeLatestExpiry(new Date(today))
      ? [{ path: 'expires', message: 'must be within a year: somebody has to look at it again by then' }]
      : []),
  ],
  controlsOf: ({ control }) => [{ path: 'control', control }],
  actions: {
    approve: {
      summary: 'Approve that the control is not applicable',
      from: ['proposed'],
      byAnother: true,
      refuse: (_, { isAlone }) =>
        isAlone
          ? 'Somebody else has to approve that a control is not applicable. Invite a person who may decide, and ask them.'
          : undefined,
      run: (_, { nowMs, userId }) => ({ approvedBy: userId, approvedAtMs: nowMs }),
    },
  },
  list: { columns: ['control', 'expires', 'approvedBy'], max: 2_000 },
  messages: {
    en: {
      title: 'Controls not applicable',
      lead: 'A control is left out once another person has approved it. It counts again after its last day.',
      empty: 'All controls are applicable.',
      add: 'Leave a control out',
      fields: {
        control: 'Control',
        reason: 'Reason',
        expires: 'Last day',
        approvedBy: 'Approved by',
        approvedAtMs: 'Approved at',
      },
      states: { expired: 'Expired', proposed: 'Needs approval', holds: english.run.not_applicable },
      actions: { approve: 'Approve' },
    },
    de: {
      title: 'Nicht anwendbare Kontrollen',
      lead: 'Eine Kontrolle ist ausgenommen, sobald eine andere Person zugestimmt hat. Nach dem letzten Tag zählt sie wieder.',
      empty: 'Alle Kontrollen sind anwendbar.',
      add: 'Kontrolle ausnehmen',
      fields: {
        control: 'Kontrolle',
        reason: 'Grund',
        expires: 'Letzter Tag',
        approvedBy: 'Zugestimmt von',
        approvedAtMs: 'Zugestimmt um',
      },
      hints: {
        control: 'Rahmenwerk und Nummer, wie soc2:CC6.4.',
        reason: 'Warum sie nicht anwendbar ist.',
        expires: 'Höchstens ein Jahr von heute an, in UTC.',
      },
      states: { expired: 'Abgelaufen', proposed: 'Braucht Zustimmung', holds: german.run.not_applicable },
      actions: { approve: 'Zustimmen' },
    },
  },
})
