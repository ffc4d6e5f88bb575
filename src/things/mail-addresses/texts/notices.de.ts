import type { NoticeType } from '../../../service/notices/notice.ts'

/** What webhooks and letters say of each notice. */
export const notices: Readonly<Record<NoticeType, string>> = {
  'run.finished': 'Ein Prüflauf ist beendet',
  'finding.opened': 'Ein Objekt besteht eine Prüfung erstmals nicht',
  'finding.regressed': 'Ein Objekt besteht erneut nicht, nachdem es zwischendurch bestanden hatte',
  'finding.resolved': 'Ein Objekt besteht wieder, oder es gibt es nicht mehr',
  'finding.overdue': 'Eine Feststellung ist nach ihrem Termin noch offen',
  'finding.batch': 'Mehr als 100 Feststellungen haben sich auf einmal geändert; mit ihren Zahlen',
  'check.could_not_tell': 'Eine Prüfung endet ohne Urteil',
  'check.recovered': 'Eine Prüfung hat wieder ein Urteil',
  'connection.needs_reauth': 'Eine Verbindung funktioniert nicht mehr, und jemand muss erneut verbinden',
  'connection.recovered': 'Eine Verbindung funktioniert wieder',
  'waiver.expiring': 'Ein akzeptiertes Risiko endet innerhalb von 30 Tagen',
  'waiver.expired': 'Ein akzeptiertes Risiko ist beendet, und was es abgedeckt hat, zählt wieder',
  'task.due_soon':
    'Eine Aufgabe ist in drei Tagen fällig, zum Beispiel eine Zugriffsüberprüfung oder die Überprüfung eines Lieferanten',
  'task.overdue': 'Eine Aufgabe ist nach ihrem letzten Tag noch offen, zum Beispiel eine Zugriffsüberprüfung',
  'record.due': 'Ein Dokument eines Lieferanten ist abgelaufen, oder ein Fund eines Penetrationstests ist überfällig',
  'comment.mentioned': 'Ein Kommentar nennt eine Person',
  'comment.created': 'Jemand hat einen Kommentar geschrieben',
}
