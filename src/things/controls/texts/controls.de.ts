import { format } from '../../all-texts/de/format.ts'
import type { controls as english } from './controls.en.ts'

const countChecks = (count: number) => format.count(count, 'Prüfung', 'Prüfungen')

export const controls: typeof english = {
  stateWords: {
    not_satisfied: 'Nicht erfüllt',
    undetermined: 'Nicht feststellbar',
    satisfied: 'Erfüllt',
    uncovered: 'Nicht abgedeckt',
  },
  checkWords: {
    satisfied: 'Bestanden',
    not_satisfied: 'Nicht bestanden',
    undetermined: 'Nicht feststellbar',
    not_applicable: 'Nicht anwendbar',
  },
  controls: 'Kontrollen',
  aControlIsSatisfiedOnly: ({ days }) =>
    `Eine Kontrolle ist nur erfüllt, wenn alle ihre Prüfungen bestanden sind, mit Nachweisen der letzten ${days} Tage. Konnte eine Prüfung nichts feststellen, ist auch die Kontrolle nicht feststellbar.`,
  asTheyWereAtThe: ({ moment }) => [
    'Stand am Ende Ihres Zeitraums, ',
    moment,
    ', nach den Prüfläufen dieses Zeitraums.',
  ],
  whatIsMissing: 'Was fehlt',
  needsReview: 'Zu beurteilen',
  evidence: 'Nachweise',
  frameworks: 'Rahmenwerke',
  showAll: 'Alle anzeigen',
  controlThatNoCheckOf: ({ uncovered }) =>
    `${format.count(uncovered, 'Kontrolle', 'Kontrollen')} ohne Prüfung durch Ihre Verbindungen`,
  noControlMatches: 'Keine Kontrolle entspricht der Auswahl.',
  theFrameworkHasNoSuch: ({ link }) => ['Das Rahmenwerk hat keine solche Kontrolle. ', link],
  showAllControls: 'Alle Kontrollen anzeigen',
  checkToOf: ({ from, end, checks }) => `${from} bis ${end} von ${countChecks(checks)}`,
  onMoreConnections: ({ connections, connector }) =>
    `auf ${format.count(connections, 'weiteren Verbindung', 'weiteren Verbindungen')} von ${connector}`,
  countChecks: ({ checks }) => countChecks(checks),
  all: ({ checks }) => `Alle ${countChecks(checks)}`,
  noConnectorHasACheck: 'Kein Konnektor hat eine Prüfung dafür. Sie brauchen einen Nachweis anderer Art.',
  connect: ({ names, more }) => `Verbinden Sie ${names}${more > 0 ? ` oder eines von ${more} weiteren` : ''}.`,
}
