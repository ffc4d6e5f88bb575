import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import type { schedules as english } from './schedules.en.ts'

export const schedules: typeof english = {
  rhythms: {
    hourly: 'Jede Stunde',
    daily: 'Jeden Tag um 6:00',
    dailyAt: ({ time }) => `Jeden Tag um ${time}`,
    weekly: 'Jeden Montag um 6:00',
    monthly: 'Am Ersten jedes Monats um 6:00',
    cron: ({ cron }) => `Cron ${cron}`,
  },
  form: {
    empty: 'Es gibt noch keinen Zeitplan. Speichern Sie den untenstehenden, um jeden Tag zu prüfen.',
    next: ({ moment }) => phrase`Nächster Prüflauf ${moment}`,
    skipped: ({ reason }) => `Der letzte geplante Prüflauf wurde übersprungen: ${reason}`,
    manual: 'Nur wenn jemand einen Prüflauf startet',
    useCron: 'Den Cron-Ausdruck unten verwenden',
    timeZoneHelp: 'Die Zeiten gelten in dieser Zeitzone, auch bei Sommerzeit.',
    work: 'Was ausgeführt wird',
    everything: 'Alle Prüfungen und Listen',
    listsOnly: 'Nur Listen',
    unchanged: ({ work }) => `Wie jetzt: ${work}`,
    cron: 'Cron-Ausdruck',
    cronHelp: ({ code }) => phrase`Minute, Stunde, Tag, Monat, Wochentag. Beispiel: ${code} bedeutet werktags um 5:30.`,
    button: 'Zeitplan speichern',
  },
  list: {
    empty: 'Keine Verbindung hat einen Zeitplan.',
    lead: ({ count }) =>
      `${format.countCounted(count, 'Verbindung', 'Verbindungen')} mit Zeitplan, die nächste zuerst.`,
    unscheduled: ({ count }) => `${format.countCounted(count, 'Verbindung', 'Verbindungen')} ohne Zeitplan`,
    allUnscheduled: 'Alle Verbindungen ohne Zeitplan',
    skipped: ({ reason }) => `Letzter Prüflauf übersprungen: ${reason}`,
    dailyForAll: 'Alle jeden Tag prüfen',
    dailyHelp:
      'Jede bekommt ihre eigene Uhrzeit, verteilt über den Tag. Auf der Seite der Verbindung können Sie sie ändern.',
  },
}
