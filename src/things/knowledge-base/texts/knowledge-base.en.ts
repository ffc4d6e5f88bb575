import type { Child } from 'hono/jsx'

export const knowledgeBase = {
  knowledgeBase: 'Knowledge base',
  answersThatYouWroteOnce: 'Answers that you wrote once, for every questionnaire that asks the same.',
  writeAnAnswer: 'Write an answer',
  wordsOfTheQuestionThe: 'Words of the question, the answer or a tag',
  wordsToLookFor: 'Words to look for',
  search: 'Search',
  thereAreNoAnswersYet: 'There are no answers yet.',
  noAnswerHasAllOf: 'No answer has all of these words.',
  changed: ({ moment }: { moment: Child }) => ['changed ', moment],
  answer: 'Answer',
  change: 'Change',
  writeAQuestionAndAn: 'Write a question and an answer.',
  theQuestionHasAtMost: ({ question }: { question: number }) => `The question has at most ${question} characters.`,
  theAnswerHasAtMost: ({ answer }: { answer: number }) => `The answer has at most ${answer} characters.`,
  thereAreAtMostTags: ({ tags, tag }: { tags: number; tag: number }) =>
    `There are at most ${tags} tags, with ${tag} characters each.`,
  theTextHasCharactersThat: 'The text has characters that cannot be kept.',
  somebodyHasChangedIt:
    'Somebody changed this answer after you opened it. It now reads as follows. To replace it with your text, save again.',
  thisQuestionHasAnAnswer:
    'This question has an answer already. Change that answer, or ask the question in other words.',
  changeAnAnswer: 'Change an answer',
  question: 'Question',
  tags: 'Tags',
  optional: 'optional',
  withCommasBetweenThem: 'With commas between them.',
  save: 'Save',
  cancel: 'Cancel',
  deleteThisAnswer: 'Delete this answer',
}
