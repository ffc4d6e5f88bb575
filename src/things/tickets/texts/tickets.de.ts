import type { tickets as english } from './tickets.en.ts'

export const tickets: typeof english = {
  title: 'Vorgänge',
  open: 'Vorgang öffnen',
  tracker: 'Bei',
  noTrackers: 'Noch nimmt kein Tracker Vorgänge an.',
  addTracker: 'Einen Tracker hinzufügen',
  follow: 'Abgleichen',
  waiting: ({ tracker }) => `${tracker}: Der Vorgang wird angelegt.`,
  opened: ({ tracker }) => `Offen bei ${tracker}`,
  closed: ({ tracker }) => `Geschlossen bei ${tracker}`,
  closedEarly: ({ tracker }) =>
    `Geschlossen bei ${tracker}. Die Feststellung bleibt offen, bis ihre Prüfung bestanden ist.`,
  deleted: ({ tracker }) => `Gelöscht bei ${tracker}`,
  problem: ({ code }) => `Der letzte Versuch ist fehlgeschlagen (${code}). Er wird von selbst wiederholt.`,
  health: 'Zustellung',
  idle: 'Noch wurde nichts gesendet.',
  fine: 'Vorgänge werden angelegt und abgeglichen.',
  failing: ({ problem }) =>
    `Versuche schlagen fehl: ${problem}. Prüfen Sie das Token und seine Rechte; es wird von selbst wieder versucht.`,
  stopped: ({ problem }) =>
    `Nach Tagen voller Fehler angehalten: ${problem}. Geben Sie ein neues Token ein, und gleichen Sie dann ein Ticket ab.`,
}
