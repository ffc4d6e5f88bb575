import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { countNoun } from '../../../text/count-noun.ts'

export const knowledgeBase = {
  list: {
    lead: 'Reusable answers for questionnaires.',
    add: 'Add answer',
    searchLabel: 'Words in the question, answer or tags',
    searchPlaceholder: 'Search words',
    empty: 'No answers yet.',
    noMatch: 'No answers contain all of these words.',
    changed: ({ moment }: { moment: Child }) => phrase`changed ${moment}`,
    expires: ({ day }: { day: string }) => `proposed until ${day}`,
    ending: ({ day }: { day: string }) => `Ends soon: proposed until ${day}`,
    endless: 'without an end',
    owner: ({ name }: { name: string }) => `owner: ${name}`,
    unowned: 'nobody owns it',
    downloadJson: 'Download JSON',
    import: 'Import answers',
    importHelp:
      'CSV or JSON, as the downloads above. The answer to a question that is there is replaced. One mistake refuses the whole file.',
    noFile: 'choose a CSV or JSON file of at most 8 MB',
    expired: ({ day }: { day: string }) => `Expired: not proposed after ${day}`,
  },
  uses: {
    title: 'Used in',
    none: 'No questionnaire and no trust centre uses this answer.',
    questions: ({ name, count }: { name: string; count: number }) => `${name}: ${countNoun(count, 'question')}`,
  },
  form: {
    incomplete: 'Enter a question and an answer.',
    questionTooLong: ({ max }: { max: number }) => `The question can have at most ${max} characters.`,
    answerTooLong: ({ max }: { max: number }) => `The answer can have at most ${max} characters.`,
    tooManyTags: ({ tags, characters }: { tags: number; characters: number }) =>
      `At most ${tags} tags are possible, each with at most ${characters} characters.`,
    invalidCharacters: 'The text contains characters that cannot be stored.',
    conflict:
      'Somebody changed this answer after you opened it. Their version is shown below. To replace it with yours, save again.',
    duplicate: 'This question already has an answer. Change that answer, or phrase the question differently.',
    editTitle: 'Edit answer',
    question: 'Question',
    tags: 'Tags',
    tagsHelp: 'Separated by commas.',
    notADay: 'Enter a day of the calendar, such as 2027-12-31.',
    lastDayHelp: 'From the day after it, the answer is not proposed for questionnaires, and no trust centre shows it.',
    delete: 'Delete answer',
  },
}
