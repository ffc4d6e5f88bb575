import type { audit as english } from './audit.en.ts'

export const audit: typeof english = {
  lead: 'Jede angeforderte Änderung, die neueste zuerst: wer, was, wann und mit welchem Ausgang. Werte werden nicht aufbewahrt.',
  action: 'Aktion',
  actor: 'Wer',
  everybody: 'Alle',
  from: 'Von',
  to: 'Bis',
  empty: 'Kein Eintrag entspricht der Auswahl.',
  download: 'Diese Einträge als CSV herunterladen',
  apiKey: ({ name }) => `API-Schlüssel ${name}`,
  target: 'Woran',
  time: 'Wann',
  succeeded: 'Ausgeführt',
  refused: ({ status }) => `Abgelehnt (${status})`,
}
