import { inventoryKinds } from '../../define/index.ts'
import { defineThing } from '../../service/fields/define-thing.ts'
import { choice, day, idOf, list, pattern, text } from '../../service/fields/field.ts'
import { isFrom } from '../../service/fields/states.ts'
import { reasonLengthMax } from '../../service/records/text-limits.ts'
import { shared as german } from '../all-texts/de/shared.ts'
import { shared as english } from '../all-texts/en/shared.ts'

/** What an administrator says before results of another tool count: for which controls, over which list, why, and until when. */
export const reliance = defineThing({
  id: 'reliance',
  about: 'For which controls an organization relies on what another tool reported, and until when.',
  since: 1,
  scopes: { read: 'integrations:read', write: 'judgements:write' },
  place: 'settings',
  fields: {
    source: idOf('source', { description: 'The source of the files.' }),
    checks: list(pattern({ description: 'Checks of the tool, by their ids.', example: 'iam_root_mfa_enabled' })),
    controls: list(text({ max: 100, description: 'Controls that they count for.', example: 'soc2:CC6.1' })),
    listedBy: idOf('connection', { description: 'The connection whose list says which resources there are.' }),
    listed: choice(inventoryKinds, { description: 'The list: each of its records has to be in the file.' }),
    reason: text({ max: reasonLengthMax, hasLines: true, description: 'Why these results can be relied on.' }),
    expires: day({ description: 'Last day on which they count, in UTC.', example: '2026-12-31' }),
  },
  states: { holds: { expires: isFrom() }, expired: {} },
  rules: ({ controls, expires }, { today, before }) => [
    ...controls.flatMap((control, index) =>
      /^[a-z][\w.-]*:\S+$/.test(control)
        ? []
        : [{ path: `controls[${index}]`, message: 'must name a framework and a control, such as soc2:CC6.1' }],
    ),
    ...(expires < today && expires !== before?.expires
      ? [{ path: 'expires', message: 'must not be over already: the results would count on no day' }]
      : []),
  ],
  controlsOf: ({ controls }) => controls.map((control, index) => ({ path: `controls[${index}]`, control })),
  list: { columns: ['source', 'controls', 'expires'], max: 1_000 },
  messages: {
    en: {
      title: 'Results relied on',
      lead: 'Results of other tools count for a control only after an administrator has said so here.',
      empty: 'Results of other tools count for no control.',
      add: 'Rely on results of another tool',
      fields: {
        source: 'Source',
        checks: 'Checks of the tool',
        controls: 'Controls',
        listedBy: 'Connection with the list',
        listed: 'List of resources',
        reason: 'Reason',
        expires: 'Last day',
      },
      states: { holds: 'Relied on', expired: 'Expired' },
      choices: english.lists,
      actions: {},
    },
    de: {
      title: 'Ergebnisse, auf die Sie sich verlassen',
      lead: 'Ergebnisse anderer Werkzeuge zählen für eine Kontrolle erst, wenn ein Administrator das hier sagt.',
      empty: 'Ergebnisse anderer Werkzeuge zählen für keine Kontrolle.',
      add: 'Auf Ergebnisse eines anderen Werkzeugs verlassen',
      fields: {
        source: 'Quelle',
        checks: 'Prüfungen des Werkzeugs',
        controls: 'Kontrollen',
        listedBy: 'Verbindung mit der Liste',
        listed: 'Liste der Ressourcen',
        reason: 'Grund',
        expires: 'Letzter Tag',
      },
      hints: {
        source: 'Woher die Dateien kommen.',
        checks: 'Ihre Kennungen im Werkzeug.',
        controls: 'Die Kontrollen, für die sie zählen, wie soc2:CC6.1.',
        listedBy: 'Die Verbindung, deren Liste sagt, welche Ressourcen es gibt.',
        listed: 'Jeder Eintrag der Liste muss in der Datei stehen.',
        reason: 'Warum man sich auf diese Ergebnisse verlassen kann.',
        expires: 'Letzter Tag, an dem sie zählen, in UTC.',
      },
      states: { holds: 'Gilt', expired: 'Abgelaufen' },
      choices: german.lists,
      actions: {},
    },
  },
})
