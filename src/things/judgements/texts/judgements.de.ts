import { phrase } from '../../../service/pages/texts/phrase.ts'
import { format } from '../../all-texts/de/format.ts'
import { states } from '../../all-texts/de/states.ts'
import type { judgements as english } from './judgements.en.ts'

export const judgements: typeof english = {
  decisions: {
    accepted: states.accepted,
    refused: states.refused,
  },
  states: {
    holds: 'in Kraft',
    expired: 'abgelaufen',
    withdrawn: 'zurückgenommen',
    replaced: 'durch eine spätere Beurteilung ersetzt',
  },
  needed: {
    lead: 'Über diese Ergebnisse können Prüfungen nicht entscheiden. Ein Administrator akzeptiert jedes oder lehnt es ab. Bis dahin sind ihre Kontrollen nicht feststellbar.',
    label: 'Ergebnisse, die zu beurteilen sind',
    empty: 'Kein Ergebnis ist zu beurteilen.',
    noRuns: 'Noch keine Prüfung ist gelaufen. Es ist deshalb nicht bekannt, was zu beurteilen ist.',
    noMore: 'Es sind keine weiteren Ergebnisse zu beurteilen.',
    statements: 'Erklärungen zu Pflichten',
    judgeNamed: ({ title, name }) => `Beurteilen: ${title}, ${name}`,
  },
  list: {
    lead: 'Eine Beurteilung gilt bis zu ihrem letzten Tag für denselben Nachweis. Ändert sich der Nachweis, ist das Ergebnis erneut zu beurteilen.',
    empty: 'Noch keine Beurteilungen.',
    earlier: 'Frühere Beurteilungen',
    obligation: 'Pflicht',
    decided: ({ decision, by, moment, expires, reason }) =>
      phrase`${decision} von ${by} am ${moment}, bis ${expires}: ${reason}`,
    withdrawn: ({ by, moment }) => phrase`zurückgenommen von ${by} am ${moment}`,
    somebody: 'jemandem, der nicht mehr da ist',
  },
  withdraw: 'Beurteilung zurücknehmen',
  form: {
    title: 'Ergebnis beurteilen',
    heading: 'Dieses Ergebnis beurteilen',
    toObligation: 'Pflicht',
    toFinding: 'Feststellung',
    lead: ({ title }) =>
      `${title}. Ein akzeptiertes Ergebnis zählt als erfüllt, ein abgelehntes als nicht bestanden. Ihre Beurteilung gilt für diesen Nachweis, bis zum letzten Tag, den Sie eingeben.`,
    volatile: ({ members }) => `Diese Teile des Nachweises dürfen sich ändern: ${members}.`,
    accept: 'Akzeptieren: Die Anforderung ist erfüllt',
    refuse: 'Ablehnen: Die Anforderung ist nicht erfüllt',
    filesHelp:
      'Dateien, die Ihre Entscheidung stützen, etwa eine Antwort oder ein Vertrag. Sie können 5 auf einmal hinzufügen, mit je höchstens 100 MB.',
    uploadedFiles: 'Früher hochgeladene Dateien verwenden',
    button: 'Beurteilung speichern',
    cancel: 'Später entscheiden',
    decisionMissing: 'Wählen Sie, ob Sie das Ergebnis akzeptieren oder ablehnen.',
    reasonMissing: 'Geben Sie einen Grund ein.',
    lastDayMissing: 'Geben Sie einen letzten Tag ein.',
    newestApplies: 'Die neueste Beurteilung gilt für diesen Nachweis. Eine neue ersetzt sie.',
    newestOutdated:
      'Die neueste Beurteilung betrifft einen anderen Nachweis, deshalb ist dieses Ergebnis erneut zu beurteilen.',
  },
  several: {
    judgeSelected: 'Ausgewählte beurteilen…',
    title: 'Mehrere Ergebnisse beurteilen',
    heading: ({ count }) => `${format.count(count, 'Ergebnis', 'Ergebnisse')} zusammen beurteilen`,
    lead: 'Jedes Ergebnis erhält eine eigene Beurteilung mit Ihrer Entscheidung, Begründung und dem letzten Tag. Sie gilt für den hier gezeigten Nachweis.',
    button: 'Beurteilungen speichern',
    problem: ({ title, judged, message }) => `${judged} gespeichert. Die übrigen nicht: ${title}. ${message}`,
    selectFirst: 'Wählen Sie zuerst ein Ergebnis aus',
    back: 'Zurück zur Liste',
  },
}
