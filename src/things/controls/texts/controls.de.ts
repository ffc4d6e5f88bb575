import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { states } from '../../all-texts/de/states.ts'
import type { controls as english } from './controls.en.ts'

const countChecks = (count: number) => format.count(count, 'Prüfung', 'Prüfungen')

export const controls: typeof english = {
  lead: ({ days }) =>
    `Eine Kontrolle ist nur erfüllt, wenn alle ihre Prüfungen bestanden sind, mit Nachweisen der letzten ${days} Tage. Konnte eine Prüfung nichts feststellen, ist auch die Kontrolle nicht feststellbar.`,
  asOfEnd: ({ moment }) => phrase`Stand am Ende Ihres Zeitraums, ${moment}, nach den Prüfläufen dieses Zeitraums.`,
  checkStates: {
    satisfied: states.run.pass,
    not_satisfied: states.fails,
    undetermined: states.control.undetermined,
    not_applicable: states.run.not_applicable,
  },
  frameworks: 'Rahmenwerke',
  uncovered: ({ count }) => `${format.count(count, 'Kontrolle', 'Kontrollen')} ohne Prüfung durch Ihre Verbindungen`,
  empty: 'Keine Kontrolle hat diesen Status.',
  unknown: ({ link }) => phrase`Das Rahmenwerk hat diese Kontrolle nicht. ${link}`,
  showAllControls: 'Alle Kontrollen anzeigen',
  checksShown: ({ from, end, checks }) => `${from} bis ${end} von ${countChecks(checks)}`,
  onMoreConnections: ({ connections, connector }) =>
    `auf ${format.count(connections, 'weiteren Verbindung', 'weiteren Verbindungen')} von ${connector}`,
  allChecks: ({ count }) => `Alle ${countChecks(count)}`,
  noConnector: 'Kein Konnektor hat eine Prüfung für diese Kontrolle. Legen Sie einen Nachweis anderer Art vor.',
  connectOne: ({ names, more }) =>
    more > 0 ? `Verbinden Sie ${names} oder eines von ${more} weiteren Systemen.` : `Verbinden Sie ${names}.`,
}
