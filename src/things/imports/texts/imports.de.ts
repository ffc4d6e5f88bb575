import type { imports as english } from './imports.en.ts'

export const imports: typeof english = {
  title: 'Ergebnisse anderer Werkzeuge',
  lead: 'Dateien, die andere Werkzeuge geschrieben haben. Ihre Ergebnisse sind erhalten und nicht von Checkwright beobachtet.',
  sources: 'Werkzeuge, deren Dateien Sie importiert haben',
  empty: 'Es wurden noch keine Dateien importiert.',
  form: { title: 'Datei importieren', source: 'Name der Quelle', button: 'Importieren' },
  received: ({ tool }) => `Von ${tool} erhalten und nicht beobachtet`,
  proposals: ({ count }) =>
    count === 1 ? '1 Aussage könnte sich darauf stützen' : `${count} Aussagen könnten sich darauf stützen`,
  proposalsLead: ({ tool, read, unread }) =>
    `Was die Prüfungen von ${tool} ansehen, wie wir es am ${read} gelesen haben. Es zählt nicht, bevor Sie sich darauf verlassen. ${unread} weitere Prüfungen der neuesten Datei sind nicht zugeordnet.`,
  beginReliance: ({ checks, controls }) => `Darauf verlassen (Prüfungen: ${checks}, Anforderungen: ${controls})`,
  notObserved: 'Erhalten, nicht beobachtet',
  undated: 'Die Datei sagt nicht, wann das Werkzeug geprüft hat. Ihre Ergebnisse zählen deshalb nicht.',
  older: 'Eine neuere Datei dieser Quelle wurde vorher importiert. Diese Ergebnisse zählen deshalb nicht.',
}
