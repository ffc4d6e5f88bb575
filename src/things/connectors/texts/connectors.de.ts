import { format } from '../../all-texts/de/format.ts'
import type { connectors as english } from './connectors.en.ts'

export const connectors: typeof english = {
  search: {
    placeholder: 'Konnektoren suchen',
    category: 'Kategorie',
    allCategories: 'Alle Kategorien',
    control: 'Rahmenwerk oder Kontrolle',
    controlExample: 'Eine Kontrolle, zum Beispiel soc2:CC6.1',
    empty: 'Es gibt keine Konnektoren.',
    quoted: ({ word }) => `„${word}“`,
    noMatch: ({ query }) => `Kein Konnektor entspricht ${query}.`,
    found: ({ count }) => format.count(count, 'Konnektor', 'Konnektoren'),
    foundOne: '{count} Konnektor',
    foundMany: '{count} Konnektoren',
  },
  categories: {
    identity: 'Identitäten',
    cloud: 'Cloud',
    development: 'Entwicklung',
    communication: 'Kommunikation',
    monitoring: 'Überwachung',
    security: 'Sicherheit',
    hr: 'Personal',
    devices: 'Geräte',
    data: 'Daten',
    productivity: 'Produktivität',
    infrastructure: 'Infrastruktur',
  },
  otherCategory: 'Andere',
  help: {
    setup: 'So richten Sie es ein',
    documentation: ({ name }) => `Dokumentation von ${name}`,
  },
  form: {
    optional: '(freiwillig)',
    oneProblem: 'Ein Feld muss korrigiert werden',
    problems: ({ count }) => `${count} Felder müssen korrigiert werden`,
    required: 'Dieses Feld ist erforderlich.',
    malformed: ({ placeholder }) => `Der Wert hat nicht das richtige Format. Beispiel: ${placeholder}`,
  },
}
