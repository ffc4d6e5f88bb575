import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { states } from '../../all-texts/de/states.ts'
import type { people as english } from './people.en.ts'

const countAccounts = (count: number) => format.count(count, 'Konto', 'Konten')
const countPeople = (count: number) => format.count(count, 'Person', 'Personen')

export const people: typeof english = {
  list: {
    lead: ({ people, accounts }) => `${countPeople(people)} mit ${countAccounts(accounts)} in allen Verbindungen.`,
    decide: ({ count }) => `${countAccounts(count)} zuordnen`,
    empty: 'Das Verzeichnis enthält noch keine Personen.',
    noMatch: 'Niemand entspricht der Auswahl.',
    person: 'Person',
    worksHere: 'Hier beschäftigt',
    otherSystems: 'Weitere Systeme',
  },
  filters: {
    leavers: 'Ausgeschieden, mit offenem Konto',
    administrators: 'Administratoren',
    unowned: 'Konten ohne Inhaber',
  },
  noSecondFactor: 'kein zweiter Faktor',
  unowned: {
    empty: 'Jedes offene Konto hat einen Inhaber, soweit die Listen es zeigen.',
    unknown: ({ doubt }) => `Inhaber sind nicht feststellbar: ${doubt}`,
  },
  accountStatus: {
    active: states.active,
    closed: 'Geschlossen',
    other: 'Nicht aktiv',
  },
  administrator: 'Administrator',
  secondFactorUnknown: 'zweiter Faktor nicht bekannt',
  basis: {
    title: 'Quellen dieser Liste',
    builtAt: ({ moment }) => phrase`Zusammengestellt am ${moment} aus den neuesten Listen.`,
    outdated:
      'Seitdem haben sich Daten geändert. Eine neuere Liste wird zusammengestellt; laden Sie die Seite gleich neu.',
    directoryIncomplete: ({ doubt }) => `Das Verzeichnis ist möglicherweise unvollständig: ${doubt}`,
    gaps: ({ count }) => `Lücken bei Verbindungen (${count})`,
  },
  employment: {
    leftOn: ({ day }) => `Ausgeschieden am ${day}`,
    goneSince: ({ day }) => `Nicht mehr da seit ${day}`,
    leaving: 'Scheidet aus',
  },
  table: {
    account: 'Konto',
    secondFactor: 'Zweiter Faktor',
    knownBy: 'Zugeordnet durch',
  },
  known: {
    yes: states.yes,
    no: states.no,
    unknown: states.unknown,
  },
  linkedBy: {
    directory: 'das Verzeichnis',
    'single-sign-on': 'Single Sign-on',
    email: 'die E-Mail-Adresse',
    domain: 'die E-Mail-Adresse, die der Anbieter nicht verifiziert hat',
    alias: 'eine bestätigte E-Mail-Adresse',
    hand: 'eine Entscheidung',
  },
  linkedByUnknown: 'eine unbekannte Quelle',
  owner: {
    service: ({ name }) => (name === undefined ? 'Ein Dienstkonto' : `Ein Dienstkonto von ${name}`),
    outOfScope: ({ because }) => `Nicht im Geltungsbereich: ${because}`,
  },
  person: {
    unnamed: 'Person ohne Namen',
    directory: 'Eintrag im Verzeichnis',
    confirmedAddress: ({ actor, address, expires }) =>
      `${actor} hat die E-Mail-Adresse ${address} bis ${expires} bestätigt.`,
    noAccounts: 'Dieser Person ist kein Konto zugeordnet.',
    noAccountsYet:
      'Dieser Person ist noch kein Konto zugeordnet. Die folgenden Konten gehören ihr möglicherweise und brauchen eine Entscheidung.',
    accountListsIncomplete: 'Manche Listen von Konten sind unvollständig, es kann also eines geben.',
    possibleAccounts: 'Mögliche Konten',
    noDevices: {
      all: 'Dieser Person ist kein Gerät zugeordnet.',
      some: 'Dieser Person ist kein Gerät zugeordnet. Manche Listen von Geräten sind unvollständig, es kann also eines geben.',
      none: 'Keine Liste von Geräten wurde gelesen. Es ist nicht bekannt, ob diese Person ein Gerät hat.',
    },
    device: ({ encrypted, locks, basis }) =>
      `Festplattenverschlüsselung: ${encrypted} · Bildschirmsperre: ${locks} · Zugeordnet durch ${basis}`,
    training: 'Schulungen',
    noTrainings: {
      all: 'Dieser Person ist keine Schulung zugeordnet.',
      some: 'Dieser Person ist keine Schulung zugeordnet. Manche Listen von Schulungen sind unvollständig, es kann also eine geben.',
      none: 'Keine Liste von Schulungen wurde gelesen. Es ist nicht bekannt, ob diese Person eine abgeschlossen hat.',
    },
    completedOn: ({ moment }) => phrase`abgeschlossen am ${moment}`,
    dueOn: ({ moment }) => phrase`fällig am ${moment}`,
    noFindings: 'Keine offenen Feststellungen zu dieser Person und ihren Konten in den ausgeführten Prüfungen.',
    noFindingsYet:
      'Keine offenen Feststellungen zu dieser Person. Konten, die eine Entscheidung brauchen, wurden nicht als ihre gezählt.',
    email: 'E-Mail-Adresse',
    source: 'Quelle',
    otherIds: 'Weitere Kennungen',
  },
  addresses: {
    title: 'Weitere E-Mail-Adressen',
    pageTitle: ({ name }) => (name === undefined ? 'E-Mail-Adressen einer Person' : `E-Mail-Adressen von ${name}`),
    lead: 'Bestätigen Sie eine E-Mail-Adresse, die das Verzeichnis nicht enthält, etwa unter einem früheren Namen. Konten mit dieser Adresse gehören der Person, wenn der Anbieter die Adresse verifiziert hat.',
    reasonHelp: 'Woher Sie wissen, dass die Adresse dieser Person gehört.',
    button: 'Adresse bestätigen',
    confirmed: 'Bestätigte E-Mail-Adressen',
    confirmedLead:
      'Ein Konto, dessen verifizierte Adresse in dieser Liste steht, gehört der genannten Person. Um eine Adresse zu bestätigen, öffnen Sie die Seite der Person.',
    empty: 'Es wurden keine E-Mail-Adressen bestätigt.',
    personNamed: ({ address }) => `Person mit ${address} ansehen`,
    person: 'Person ansehen',
    expired: ({ expires }) => `Abgelaufen nach dem ${expires}`,
  },
  waiting: ({ count }) =>
    count === 1 ? '1 Konto braucht eine Entscheidung' : `${countAccounts(count)} brauchen eine Entscheidung`,
  links: {
    title: 'Verlauf der Zuordnungen',
    empty: 'Dieser Person wurde noch kein Konto zugeordnet.',
    service: 'Dienstkonto',
    states: {
      holds: states.inForce,
      expired: states.expired,
      ended: 'Ersetzt oder widerrufen',
    },
    inForceUntil: ({ expires }) => `In Kraft bis ${expires}`,
    revoke: ({ recordId }) => `Zuordnung von ${recordId} widerrufen`,
  },
  decide: {
    title: 'Wem gehören diese Konten?',
    lead: 'Jedes dieser Konten gehört möglicherweise einer Person im Verzeichnis, die Daten belegen es aber nicht. Entscheiden Sie, was Sie wissen; lassen Sie die anderen offen.',
    empty: 'Kein Konto braucht eine Entscheidung.',
    chooseFirst: 'Für jedes Konto den ersten Vorschlag wählen',
    reasonHelp:
      'Woher Sie wissen, wem diese Konten gehören. Der Grund gilt für alle Konten, über die Sie jetzt entscheiden.',
    button: 'Entscheidungen speichern',
    nothingChosen: 'Wählen Sie für mindestens ein Konto, wem es gehört.',
    leaveOpen: 'Offen lassen',
    candidate: ({ isService, name, because }) =>
      isService ? `Dienstkonto von ${name}: ${because}` : `${name}: ${because}`,
    dismiss: 'Niemand davon',
    dismissNamed: ({ name }) => `Niemand davon: ${name}`,
  },
  dismissed: {
    link: 'Verworfene Vorschläge ansehen',
    title: 'Verworfene Vorschläge',
    lead: 'Ein verworfener Vorschlag kommt wieder, wenn sich sein Grund oder der Name oder die E-Mail-Adresse des Kontos ändert. Das Konto bleibt ohne Inhaber.',
    empty: 'Es wurden keine Vorschläge verworfen.',
    count: ({ count }) => format.count(count, 'Vorschlag', 'Vorschläge'),
    entry: ({ recordId, connection, person }) => phrase`${recordId} in ${connection} gehört nicht ${person}`,
    restore: 'Wieder vorschlagen',
    restoreNamed: ({ recordId }) => `Wieder vorschlagen: ${recordId}`,
  },
  domains: {
    question: ({ domain }) => `Gehört ${domain} Ihnen?`,
    means: ({ accounts, connection, domain }) =>
      `${countAccounts(accounts)} in ${connection} ${accounts === 1 ? 'hat eine Adresse' : 'haben Adressen'} von Personen Ihres Verzeichnisses, und ${connection} sagt nicht, ob die Adressen verifiziert sind. Mit Ja vertrauen Sie ${connection} bei Adressen in ${domain}, und die Konten werden zugeordnet. Unter Einstellungen, Verzeichnis nehmen Sie das zurück.`,
    yesNamed: ({ domain, connection }) => `Ja, ${connection} bei ${domain} vertrauen`,
    noNamed: ({ domain, connection }) => `Nein, ${connection} bei ${domain} nicht vertrauen`,
    answers: 'Vertraute Domains',
    answersHelp:
      'Wird einer Verbindung bei einer Domain vertraut, werden Konten mit Adressen dieser Domain ihren Personen zugeordnet, auch wenn der Anbieter nicht sagt, ob er die Adressen verifiziert hat.',
    isOurs: ({ domain, connection }) => `${connection} wird bei ${domain} vertraut.`,
    isNotOurs: ({ domain, connection }) => `${connection} wird bei ${domain} nicht vertraut.`,
    undoNamed: ({ domain, connection }) => `Rückgängig machen: ${domain} in ${connection}`,
  },
  building: {
    title: 'Die Liste der Personen wird zusammengestellt',
    text: 'Bei vielen Personen und Verbindungen dauert das beim ersten Mal bis zu einer Minute. Die Seite lädt sich von selbst neu.',
  },
}
