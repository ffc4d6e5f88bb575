import type { Texts } from '../texts.ts'
import { format } from './format.ts'

export const connectors: Texts['connectors'] = {
  optional: '(freiwillig)',
  none: 'Keine Angabe',
  choose: 'Auswählen…',
  yes: 'Ja',
  no: 'Nein',
  oneFieldNeedsYourAttention: 'Prüfen Sie bitte ein Feld',
  fieldsNeedYourAttention: ({ entries }) => `Prüfen Sie bitte ${entries} Felder`,
  thisIsRequired: 'Diese Angabe ist erforderlich.',
  thisDoesNotHaveThe: ({ placeholder }) => `Diese Angabe hat nicht die richtige Form. Beispiel: ${placeholder}`,
  category: 'Kategorie',
  allCategories: 'Alle Kategorien',
  frameworkOrControl: 'Rahmenwerk oder Kontrolle',
  anyControl: 'Eine Kontrolle, zum Beispiel soc2:CC6.1',
  thereAreNoConnectors: 'Es gibt keine Konnektoren.',
  noConnectorMatches: ({ asked }) => `Kein Konnektor entspricht ${asked.map((each) => `„${each}“`).join(' und ')}.`,
  howToSetItUp: 'So richten Sie es ein',
  documentationOf: ({ name }) => `Dokumentation von ${name}`,
  searchConnectors: 'Konnektoren suchen',
  search: 'Suchen',
  countConnectors: ({ count }) => format.count(count, 'Konnektor', 'Konnektoren'),
  foundOne: '{count} Konnektor',
  foundMany: '{count} Konnektoren',
}
