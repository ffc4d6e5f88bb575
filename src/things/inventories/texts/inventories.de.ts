import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { inventories as english } from './inventories.en.ts'

export const inventories: typeof english = {
  listsOf: ({ name }) => `Listen von ${name}`,
  heading: ({ name }) => `Was ${name} auflistet`,
  lead: 'Sie sehen von jeder Art die neueste Liste, die ein Prüflauf gelesen hat. Wer eine Liste öffnet oder herunterlädt, steht im Änderungsprotokoll.',
  empty: {
    notStored: 'Ihre Organisation bewahrt keine Listen auf.',
    noLists: 'Dieser Konnektor liest keine Listen.',
    notRead: 'Noch kein Prüflauf hat eine Liste gelesen. Starten Sie einen Prüflauf dieser Verbindung.',
  },
  readBy: ({ moment, link }) => phrase`Gelesen am ${moment} durch ${link}.`,
  aRun: 'einen Prüflauf',
  keeping: {
    title: 'Listen aufbewahren',
    on: 'Ihre Organisation bewahrt die neuesten Listen ihrer Verbindungen verschlüsselt auf. Wenn Sie das ausschalten, werden alle gelöscht.',
    off: 'Ihre Organisation bewahrt keine Listen auf. Wenn Sie das einschalten, bewahrt der nächste Prüflauf jeder Verbindung die Listen auf, die er liest.',
    turnOff: 'Alle Listen löschen und keine mehr aufbewahren',
    turnOn: 'Listen ab jetzt aufbewahren',
  },
  complete: 'Vollständig: Der Prüflauf hat alles gesehen, was diese Liste umfasst.',
  incomplete: ({ message }) => `Unvollständig: ${message} Einträge können fehlen.`,
  reasonUnknown: 'Der Grund ist nicht bekannt.',
  covers: ({ covers }) => `Umfasst ${covers}.`,
  leavesOut: ({ leavesOut }) => `Lässt ${leavesOut} aus.`,
  titleOf: ({ recordCount, owner }) => `${recordCount} von ${owner}`,
  allListsOf: ({ owner }) => `Alle Listen von ${owner}`,
  read: ({ moment }) => phrase`Gelesen am ${moment}`,
  drawSample: 'Stichprobe ziehen',
  noRecords: 'Keine Einträge.',
  unknownBecause: ({ reason }) => `Nicht bekannt: ${reason}`,
  accountStatuses: {
    active: 'aktiv',
    suspended: 'gesperrt',
    deleted: 'gelöscht',
    invited: 'eingeladen',
    unknown: 'nicht bekannt',
  },
}
