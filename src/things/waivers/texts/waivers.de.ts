import { format } from '../../all-texts/de/format.ts'
import type { waivers as english } from './waivers.en.ts'

export const waivers: typeof english = {
  tabWords: { holds: 'In Kraft', expiring: 'Ablauf in 30 Tagen', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  noneWords: {
    holds: 'Es gibt keine akzeptierten Risiken. Sie können ein Risiko auf der Seite einer Feststellung akzeptieren.',
    expiring: 'In den nächsten 30 Tagen läuft kein akzeptiertes Risiko ab.',
    expired: 'Kein akzeptiertes Risiko ist abgelaufen.',
    revoked: 'Niemand hat ein akzeptiertes Risiko widerrufen.',
  },
  acceptedBy: ({ approver }) => `Akzeptiert von ${approver}`,
  enteredBy: ({ person }) => `, eingetragen von ${person}`,
  revoked: ({ moment }) => ['. Widerrufen ', moment],
  itWasAcceptedBeforeA:
    'Es wurde akzeptiert, bevor ein Risiko seine Verbindung nennen musste. Behalten Sie es für alle, oder widerrufen Sie es.',
  overSince: 'Abgelaufen seit',
  until: 'Bis',
  keepIt: ({ title }) => `Behalten: ${title}`,
  keepItButton: 'Behalten',
  revokeIt: ({ title }) => `Widerrufen: ${title}`,
  revokeItButton: 'Widerrufen',
  everyResource: 'jedes Objekt',
  andMore: ({ more }) => ` und ${more} weitere`,
  onEveryConnection: 'für jede Verbindung',
  on: 'für ',
  acceptedRisks: 'Akzeptierte Risiken',
  failingResultsThatOneOf:
    'Nicht bestandene Ergebnisse, die eines davon abdeckt, bleiben dokumentiert, zählen aber nicht.',
  asTheyWereAtThe: ({ moment }) => ['Stand am Ende Ihres Zeitraums, ', moment, '.'],
  pages: 'Seiten',
  firstPage: 'Erste Seite',
  acceptedRiskOf: ({ waivers, counts }) =>
    `${waivers} von ${format.countCounted(counts, 'akzeptiertem Risiko', 'akzeptierten Risiken')}`,
  nextPage: 'Nächste Seite',
  state: 'Zustand',
}
