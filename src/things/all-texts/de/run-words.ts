import type { RunWords } from '../../../report/pieces/run-words.ts'

export const runWords: RunWords = {
  kinds: {
    auth: 'Zugangsdaten abgelehnt',
    permission: 'Berechtigung fehlt',
    not_found: 'Nicht gefunden',
    plan: 'Nicht im Tarif beim Anbieter enthalten',
    rate_limited: 'Zahl der Anfragen begrenzt',
    timeout: 'Zeit überschritten',
    upstream: 'Beim Anbieter ist ein Fehler aufgetreten',
    network: 'Der Anbieter war nicht erreichbar',
    schema_drift: 'Die Antwort des Anbieters hat eine unerwartete Form',
    incomplete_data: 'Die Antwort war nicht vollständig',
    config: 'Nicht eingerichtet',
    check_bug: 'Die Prüfung enthält einen Fehler',
  },
  causes: {
    credentials: {
      title: 'Der Anbieter lehnt die Zugangsdaten ab',
      remedy: 'Verbinden Sie erneut, mit gültigen Zugangsdaten.',
    },
    grant: {
      title: 'Der Zugriff wurde beim Anbieter beendet',
      remedy: 'Jemand, der den Zugriff erlauben darf, verbindet erneut.',
    },
    reconnect: {
      title: 'Der Anbieter verlängert den Zugriff nicht',
      remedy: 'Verbinden Sie erneut. Hilft das nicht, prüft ein Administrator hier die OAuth-App.',
    },
    app: {
      title: 'Der Anbieter lehnt die OAuth-App ab',
      remedy: 'Ein Administrator hier prüft die ID und das Geheimnis der App. Erneutes Verbinden hilft nicht.',
    },
    permission: {
      title: 'Es fehlt eine Berechtigung',
      remedy:
        'Ein Administrator beim Anbieter erteilt, was fehlt. Neue Zugangsdaten mit denselben Rechten helfen nicht.',
    },
    account: {
      title: 'Das Konto ist gesperrt oder deaktiviert',
      remedy: 'Entsperren Sie es beim Anbieter vor dem nächsten Prüflauf, denn jeder Versuch kann es wieder sperren.',
    },
    limit: {
      title: 'Der Anbieter bittet zu warten',
      remedy: 'Die Verbindung ist in Ordnung. Starten Sie den Prüflauf später oder seltener.',
    },
    clock: {
      title: 'Zwei Uhren weichen voneinander ab',
      remedy:
        'Ein Administrator stellt die Uhr dieses Servers. Geht sie richtig, wenden Sie sich an den Anbieter. Erneutes Verbinden hilft nicht.',
    },
    proxy: {
      title: 'Eine Firewall oder ein Proxy hat geantwortet',
      remedy:
        'Ein Administrator des Netzwerks gibt diesem Server den Weg zum Anbieter frei. Erneutes Verbinden hilft nicht.',
    },
    address: {
      title: 'Unter dieser Adresse ist nichts',
      remedy:
        'Prüfen Sie die Adresse, die für die Verbindung eingegeben wurde. Ist sie richtig, muss der Konnektor korrigiert werden.',
    },
    form: {
      title: 'Der Anbieter versteht die Anfrage nicht',
      remedy: 'Der Konnektor muss korrigiert werden. Erneutes Verbinden hilft nicht.',
    },
  },
  clocks: ({ minutes, isAhead }) =>
    `Die Uhr des Anbieters geht gegenüber der Uhr dieses Servers ${minutes} Min. ${isAhead ? 'vor' : 'nach'}. Stellen Sie die, die falsch geht: Tokens, Signaturen und Wartezeiten hängen von beiden ab.`,
  runAgain: 'Ein weiterer Prüflauf kann eine Antwort geben.',
  changes: {
    new: 'neu',
    persisting: 'wie zuvor',
    regressed: 'zuvor bestanden',
    resolved: 'zuvor nicht bestanden',
  },
  waived: 'akzeptiert',
  decisions: { accepted: 'akzeptiert', refused: 'abgelehnt' },
  remedy: 'Was zu tun ist',
  command: 'Befehl',
  evidence: 'Nachweis',
  waivedBy: ({ by, expires }) => `Risiko akzeptiert von ${by} bis ${expires}`,
  acceptedBy: ({ by, expires }) => `Akzeptiert von ${by} bis ${expires}`,
  refusedBy: ({ by, expires }) => `Abgelehnt von ${by} bis ${expires}`,
}
