import { phrase } from '../../../service/pages/texts/phrase.ts'
import type { knowledgeBase as english } from './knowledge-base.en.ts'

export const knowledgeBase: typeof english = {
  list: {
    lead: 'Wiederverwendbare Antworten für Fragebögen.',
    add: 'Antwort hinzufügen',
    searchLabel: 'Wörter der Frage, der Antwort oder der Stichwörter',
    searchPlaceholder: 'Gesuchte Wörter',
    empty: 'Noch keine Antworten.',
    noMatch: 'Keine Antwort enthält alle diese Wörter.',
    changed: ({ moment }) => phrase`geändert ${moment}`,
    expires: ({ day }) => `vorgeschlagen bis ${day}`,
    ending: ({ day }) => `Läuft bald ab: vorgeschlagen bis ${day}`,
    endless: 'ohne Ende',
    owner: ({ name }) => `zuständig: ${name}`,
    unowned: 'niemand zuständig',
    downloadJson: 'JSON herunterladen',
    import: 'Antworten importieren',
    importHelp:
      'CSV oder JSON, wie die Downloads oben. Die Antwort auf eine Frage, die es schon gibt, wird ersetzt. Ein Fehler weist die ganze Datei zurück.',
    noFile: 'wählen Sie eine CSV- oder JSON-Datei von höchstens 8 MB',
    expired: ({ day }) => `Abgelaufen: nicht vorgeschlagen nach ${day}`,
  },
  uses: {
    title: 'Verwendet in',
    none: 'Kein Fragebogen und kein Trust-Center verwendet diese Antwort.',
    questions: ({ name, count }) => `${name}: ${count === 1 ? 'eine Frage' : `${count} Fragen`}`,
  },
  form: {
    incomplete: 'Geben Sie eine Frage und eine Antwort ein.',
    questionTooLong: ({ max }) => `Die Frage darf höchstens ${max} Zeichen haben.`,
    answerTooLong: ({ max }) => `Die Antwort darf höchstens ${max} Zeichen haben.`,
    tooManyTags: ({ tags, characters }) =>
      `Höchstens ${tags} Stichwörter mit je höchstens ${characters} Zeichen sind möglich.`,
    invalidCharacters: 'Der Text enthält Zeichen, die nicht gespeichert werden können.',
    conflict:
      'Jemand hat diese Antwort geändert, nachdem Sie sie geöffnet haben. Die andere Fassung steht unten. Speichern Sie noch einmal, um sie durch Ihre zu ersetzen.',
    duplicate:
      'Diese Frage hat schon eine Antwort. Ändern Sie jene Antwort, oder stellen Sie die Frage mit anderen Worten.',
    editTitle: 'Antwort bearbeiten',
    question: 'Frage',
    tags: 'Stichwörter',
    tagsHelp: 'Durch Kommas getrennt.',
    notADay: 'Geben Sie einen Tag des Kalenders ein, etwa 2027-12-31.',
    lastDayHelp:
      'Ab dem Tag danach wird die Antwort nicht mehr für Fragebögen vorgeschlagen, und kein Trust-Center zeigt sie.',
    delete: 'Antwort löschen',
  },
}
