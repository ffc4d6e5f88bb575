import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { states } from '../../all-texts/de/states.ts'
import type { waivers as english } from './waivers.en.ts'

export const waivers: typeof english = {
  states: { holds: states.inForce, expiring: 'Ablauf in 30 Tagen', expired: states.expired, revoked: states.revoked },
  empty: {
    holds: 'Es gibt keine akzeptierten Risiken. Sie können ein Risiko auf der Seite einer Feststellung akzeptieren.',
    expiring: 'In den nächsten 30 Tagen läuft kein akzeptiertes Risiko ab.',
    expired: 'Kein akzeptiertes Risiko ist abgelaufen.',
    revoked: 'Es wurde kein akzeptiertes Risiko widerrufen.',
  },
  lead: 'Nicht bestandene Ergebnisse, die eines davon abdeckt, bleiben dokumentiert, zählen aber nicht.',
  shownOf: ({ waivers, counts }) =>
    `${waivers} von ${format.countCounted(counts, 'akzeptiertem Risiko', 'akzeptierten Risiken')}`,
  acceptedBy: ({ approver, moment }) => phrase`Akzeptiert von ${approver} am ${moment}.`,
  acceptedByAndEntered: ({ approver, person, moment }) =>
    phrase`Akzeptiert von ${approver}, eingetragen von ${person} am ${moment}.`,
  revokedOn: ({ moment }) => phrase`Widerrufen am ${moment}.`,
  expired: ({ day }) => phrase`Abgelaufen nach dem ${day}`,
  until: ({ day }) => phrase`Bis ${day}`,
  scope: {
    everyResource: 'jedes Objekt',
    onEveryConnection: ({ resources }) => `${resources} für jede Verbindung`,
    onConnections: ({ resources, connections }) => phrase`${resources} für ${connections}`,
  },
}
