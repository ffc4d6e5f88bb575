import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { labels } from '../../all-texts/de/labels.ts'
import { states } from '../../all-texts/de/states.ts'
import type { controls as english } from './controls.en.ts'

const countChecks = (count: number) => format.count(count, 'Prüfung', 'Prüfungen')

export const controls: typeof english = {
  lead: ({ days }) =>
    `Eine Kontrolle ist nur erfüllt, wenn alle ihre Prüfungen bestanden sind, mit Nachweisen der letzten ${days} Tage. Konnte eine Prüfung nichts feststellen, ist auch die Kontrolle nicht feststellbar.`,
  asOfEnd: ({ moment }) => phrase`Stand am Ende Ihres Zeitraums, ${moment}, nach den Prüfläufen dieses Zeitraums.`,
  asOf: ({ moment }) => phrase`Stand ${moment}, nach den Prüfläufen bis dahin.`,
  day: {
    label: 'Am Ende von',
    choose: 'Tag auswählen',
    show: 'Diesen Tag anzeigen',
    newest: 'Neuesten Stand anzeigen',
  },
  checkStates: {
    satisfied: states.run.pass,
    not_satisfied: states.fails,
    undetermined: states.control.undetermined,
    not_applicable: states.run.not_applicable,
  },
  frameworks: 'Rahmenwerke',
  history: ({ name }) => `Kontrollen von ${name} in den letzten 90 Tagen`,
  next: {
    repair: ({ title, count }) =>
      phrase`Als Nächstes beheben: ${title}. ${count === 1 ? 'Eine Kontrolle ist' : `${count} Kontrollen sind`} deswegen nicht erfüllt.`,
    decide: ({ title, count }) =>
      phrase`Als Nächstes klären: ${title}. ${count === 1 ? 'Eine Kontrolle hängt' : `${count} Kontrollen hängen`} davon ab.`,
    connect: ({ name, count }) =>
      phrase`Als Nächstes verbinden: ${name}. Es gibt dort Prüfungen für ${format.count(count, 'weitere Kontrolle', 'weitere Kontrollen')}.`,
    nothing: 'Alle Kontrollen mit Prüfungen sind erfüllt.',
  },
  observed: labels.observed,
  statementObserved: 'Beobachtet',
  statementUnobserved: 'Nicht beobachtet',
  statementNeeded: 'nötig',
  doesNotSay: ({ what }) => `Sagt nicht: ${what}`,
  related: ({ statements }) => `Verwandt, zählt aber nicht: ${statements}`,
  obligationsForRest: 'Pflichten für den Rest',
  manageOwn: 'Eigene Rahmenwerke hinzufügen oder ändern',
  moreFrameworks: 'Weitere Rahmenwerke',
  allFrameworks: 'Alle Rahmenwerke',
  mapping: ({ reader, day, digest }) =>
    phrase`Zuordnung der Aussagen zu Kontrollen von ${reader}, gelesen am ${day}. SHA-256 ${digest}`,
  mappingChanged: ({ moment }) =>
    phrase`Sie gilt seit ${moment}. Frühere Tage werden nach der Zuordnung ihrer Zeit beurteilt.`,
  inScope: ({ inScope, total, leftOut }) =>
    leftOut === 0
      ? `Alle ${format.count(total, 'Kontrolle', 'Kontrollen')} zählen.`
      : `${inScope} von ${format.count(total, 'Kontrolle', 'Kontrollen')}, ${leftOut} ausgenommen.`,
  changeScope: ({ categories, controls }) => phrase`Ausnehmen lassen sich ${categories} oder ${controls}.`,
  someCategories: 'Kategorien',
  someControls: 'einzelne Kontrollen',
  notApplicable: states.run.not_applicable,
  leaveOut: 'Diese Kontrolle ausnehmen',
  leftOut: ({ count, failing }) =>
    `${format.count(count, 'Kontrolle', 'Kontrollen')} ausgenommen${failing > 0 ? `, davon ${failing} nicht erfüllt` : ''}`,
  leftOutBy: ({ by, approvedBy, day }) =>
    [by, approvedBy && `Zustimmung: ${approvedBy}`, day && `bis ${day}`]
      .filter(Boolean)
      .join(', ')
      .replace(/^(.+)$/, '($1)'),
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
