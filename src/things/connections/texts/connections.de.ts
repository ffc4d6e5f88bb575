import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { labels } from '../../all-texts/de/labels.ts'
import { shared } from '../../all-texts/de/shared.ts'
import type { connections as english } from './connections.en.ts'

const countConnections = (count: number) => format.countCounted(count, 'Verbindung', 'Verbindungen')

export const connections: typeof english = {
  list: {
    empty: 'Es ist noch nichts verbunden.',
    all: ({ total }) => `${countConnections(total)}.`,
    found: ({ count, total }) => `${format.counted(count)} von ${countConnections(total)}.`,
    shownOf: ({ rows, count }) => `${rows} von ${countConnections(count)}`,
    noMatch: 'Keine Verbindung entspricht diesen Filtern.',
    text: 'Name oder System',
    exceptDisconnected: 'Alle außer getrennten',
    scheduled: 'Mit Zeitplan',
    manual: 'Ohne Zeitplan',
    order: {
      attention: labels.attentionFirst,
      name: labels.name,
      newest: 'Neueste zuerst',
      'last-run': 'Am längsten ohne Prüflauf',
    },
    latestResults: 'Neueste Ergebnisse',
  },
  stateTexts: {
    pending: 'Die Einrichtung ist nicht fertig. Verbinden Sie noch einmal.',
    active: shared.readyToRun,
    needs_reauth:
      'Der Anbieter akzeptiert die Zugangsdaten nicht mehr. Verbinden Sie erneut; alles andere bleibt, wie es ist.',
    error:
      'Prüfläufe finden weiter statt. Prüfungen können aber mit „Nicht feststellbar“ enden, bis die Verbindung wieder funktioniert.',
    paused: 'Es gibt keine Prüfläufe, bis jemand die Verbindung fortsetzt.',
    disconnected: 'Die Zugangsdaten sind gelöscht. Feststellungen bleiben.',
  },
  repair: {
    title: 'Die Zugangsdaten funktionieren möglicherweise nicht',
    text: 'Mit neuen Zugangsdaten bleiben Variablen, Zeitplan, Prüfläufe und Feststellungen, wie sie sind.',
    app: 'OAuth-App prüfen',
    run: 'Neuesten Prüflauf ansehen',
  },
  test: {
    button: 'Zugangsdaten testen',
    failed: 'Der Test ist fehlgeschlagen',
    vendorTrouble: 'Beim Anbieter gab es eine Störung',
    refused: 'Der Anbieter hat die Zugangsdaten nicht akzeptiert',
    noReason: 'Der Anbieter hat keinen Grund genannt.',
    unknown: 'Es ist nicht bekannt, ob die Zugangsdaten funktionieren. Testen Sie sie später noch einmal.',
    back: 'Zurück zur Verbindung',
  },
  renew: {
    enterCredentials: 'Neue Zugangsdaten eingeben',
    signIn: ({ name }) => `Bei ${name} neu anmelden`,
  },
  disconnect: {
    heading: ({ name }) => `${name} trennen?`,
    link: 'Trennen…',
    text: ({ service }) =>
      `${service} beendet die Prüfläufe der Verbindung, widerruft ihre Tokens, wenn der Anbieter das zulässt, und löscht ihre Zugangsdaten endgültig. Bisherige Prüfläufe und Feststellungen bleiben erhalten.`,
    keep: 'Verbindung behalten',
  },
  newDestination: {
    title: 'Eine neuere Version des Konnektors sendet Geheimnisse an andere Stellen',
    you: ({ link }) => phrase`Diese Verbindung bleibt bei ihrer Version. Um sie auf die neuere umzustellen, ${link}.`,
    link: 'geben Sie das Geheimnis ein oder melden Sie sich erneut an',
    admin:
      'Diese Verbindung bleibt bei ihrer Version, bis ein Administrator Ihrer Organisation das Geheimnis eingibt oder sich erneut anmeldet.',
  },
  missing: {
    title: 'Noch nicht bereit',
    text: ({ missing, link }) =>
      phrase`Die Prüfungen können nichts feststellen, bis diese Variablen einen Wert haben: ${missing}. ${link}`,
    link: 'Werte eingeben',
  },
  lists: {
    text: ({ link, names }) => phrase`${link}: ${names}, wie sie der neueste Prüflauf gelesen hat.`,
    link: 'Was diese Verbindung auflistet',
  },
  run: {
    keepEvidence: 'Nachweise aufbewahren',
    listsOnly: 'Nur die Listen lesen',
  },
  findings: {
    empty: ({ says }) => `Keine offenen Feststellungen. ${says}.`,
    all: 'Alle Feststellungen dieser Verbindung',
  },
  runs: {
    all: 'Alle Prüfläufe dieser Verbindung',
  },
  about: {
    rename: 'Umbenennen',
    scopes: 'Gewährte Berechtigungen',
    missingScopes: ({ code }) =>
      phrase`Nicht gewährt: ${code}. Prüfungen, die diese Berechtigungen brauchen, können nichts feststellen. Verbinden Sie erneut, und lassen Sie sie zu.`,
  },
  variables: {
    timedOut: ({ seconds }) =>
      `Der Anbieter hat innerhalb von ${seconds} Sekunden nicht geantwortet. Geben Sie den Wert selbst ein.`,
    title: 'Variablen der Prüfungen',
    load: ({ vendor, link }) =>
      phrase`${vendor} kann die möglichen Werte auflisten. Geben Sie einen Wert ein, oder ${link}. Das kann einige Sekunden dauern.`,
    loadLink: 'laden Sie die möglichen Werte',
    gone: ({ gone }) =>
      `Der Konnektor hat diese Variablen nicht mehr: ${gone}. Keine Prüfung läuft, bis Sie entscheiden, was an ihre Stelle tritt. Geben Sie unten die Werte ein. Beim Speichern werden die alten Variablen entfernt.`,
    notLoaded: ({ reason }) => `Die möglichen Werte konnten nicht geladen werden: ${reason}`,
    notSet: 'Nicht gesetzt',
    noLongerExists: ({ value }) => `${value} (gibt es nicht mehr)`,
  },
}
