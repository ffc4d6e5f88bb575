import { phrase } from '../../../service/pages/texts/phrase.ts'
import { notices } from '../../mail-addresses/texts/notices.de.ts'
import type { webhooks as english } from './webhooks.en.ts'

export const webhooks: typeof english = {
  list: {
    lead: 'Webhooks senden Mitteilungen über Fehlschläge und Änderungen an ein anderes System, an einen Chat oder per E-Mail.',
    empty: 'Noch keine Webhooks.',
    target: 'Ziel',
    notices: 'Mitteilungen',
    all: 'Alle Mitteilungen',
    withDetails: ({ notices }) => `${notices}, mit Namen`,
  },
  sinks: {
    webhook: 'Signierter Webhook',
    slack: 'Slack oder ein kompatibler Chat',
    teams: 'Microsoft Teams (Ablauf)',
    email: 'E-Mail',
  },
  rhythms: { each: 'jede Mitteilung sofort', daily: 'eine Zusammenfassung am Tag' },
  digest: {
    title: 'Zeit der Zusammenfassung',
    help: 'Tägliche Zusammenfassungen werden um 8:00 in dieser Zeitzone gesendet.',
    button: 'Zeitzone speichern',
  },
  form: {
    title: 'Webhook hinzufügen',
    url: 'URL',
    urlHelp: 'Die URL eines Webhooks oder Chats. Sie muss mit https beginnen und wird nur hier vollständig angezeigt.',
    addresses: 'E-Mail-Adressen',
    addressesHelp: 'Für E-Mail, durch Kommas getrennt.',
    details: 'Mit Namen, E-Mail-Adressen und Titeln',
    detailsHelp: 'Sonst enthalten Mitteilungen nur Kennungen und Zahlen.',
    types: 'Mitteilungen auswählen',
    typesHelp: 'Wenn Sie keine auswählen, werden alle gesendet.',
  },
  notices,
  secret: {
    pageTitle: 'Das Geheimnis des Webhooks',
    title: ({ name }) => `Geheimnis von ${name}`,
    help: 'Mit diesem Geheimnis stellt der Empfänger fest, dass eine Anfrage von hier kommt, wie bei Standard Webhooks.',
    newPageTitle: 'Das neue Geheimnis des Webhooks',
    newTitle: ({ name }) => `Neues Geheimnis von ${name}`,
    newHelp: 'Anfragen werden 24 Stunden lang auch mit dem früheren Geheimnis signiert.',
    rotate: 'Neues Geheimnis erstellen',
  },
  page: {
    failingSince: ({ moment }) => phrase`Alle Versuche sind fehlgeschlagen seit ${moment}.`,
    previousSecret: ({ moment }) => phrase`Anfragen werden auch mit dem früheren Geheimnis signiert, bis ${moment}.`,
    test: 'Test senden',
    deleteHelp:
      'Mit dem Webhook werden auch seine Zustellungen gelöscht. Es werden keine Mitteilungen mehr dorthin gesendet.',
    delete: 'Webhook löschen',
  },
  deliveries: {
    table: 'Zustellungen als Tabelle',
    content: 'Inhalt der Mitteilung',
    title: 'Zustellungen',
    lead: 'Die letzten sieben Tage, die neuesten zuerst.',
    empty: 'Noch keine Zustellungen.',
    notice: 'Mitteilung',
    repeat: 'Erneut senden',
    states: {
      delivered: 'Zugestellt',
      pending: 'Wartet',
      dead: 'Aufgegeben',
    },
    status: ({ protocol, status }) => `${protocol}-Status ${status}`,
    attempts: ({ attempts }) => `${attempts} Versuche`,
    lastAttempt: ({ moment }) => phrase`letzter Versuch ${moment}`,
  },
  states: {
    ended: 'Beendet: Den Empfänger gibt es nicht mehr',
    pausedAfterFailures: 'Nach Fehlschlägen pausiert',
  },
}
