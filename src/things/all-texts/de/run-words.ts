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
  evidence: 'Nachweis',
  waivedBy: ({ by, expires }) => `Risiko akzeptiert von ${by} bis ${expires}`,
  acceptedBy: ({ by, expires }) => `Akzeptiert von ${by} bis ${expires}`,
  refusedBy: ({ by, expires }) => `Abgelehnt von ${by} bis ${expires}`,
}
