import type { Child } from 'hono/jsx'
import type { Category } from '../../../define/index.ts'
import { wayHeads } from '../../../report/connector-page/ways-section.ts'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { countNoun } from '../../../text/count-noun.ts'
import { labels } from '../../all-texts/en/labels.ts'

export const connectors = {
  search: {
    placeholder: 'Search connectors',
    category: 'Category',
    allCategories: 'All categories',
    control: 'Framework or control',
    controlExample: 'Any control, such as soc2:CC6.1',
    empty: 'There are no connectors.',
    quoted: ({ word }: { word: string }) => `“${word}”`,
    noMatch: ({ query }: { query: string }) => `No connectors match ${query}.`,
    found: ({ count }: { count: number }) => countNoun(count, 'connector'),
    /** For the script, which puts the number in the place of its name. */
    foundOne: '{count} connector',
    foundMany: '{count} connectors',
  },
  categories: {
    identity: 'Identity',
    cloud: 'Cloud',
    development: 'Development',
    communication: 'Communication',
    monitoring: 'Monitoring',
    security: 'Security',
    hr: 'HR',
    devices: labels.devices,
    data: 'Data',
    productivity: 'Productivity',
    infrastructure: 'Infrastructure',
  } satisfies Readonly<Record<Category, string>>,
  otherCategory: 'Other',
  help: {
    setup: 'How to set up',
    documentation: ({ name }: { name: string }) => `Documentation of ${name}`,
  },
  form: {
    optional: '(optional)',
    oneProblem: '1 field needs your attention',
    problems: ({ count }: { count: number }) => `${count} fields need your attention`,
    required: 'This field is required.',
    malformed: ({ placeholder }: { placeholder: string }) =>
      `The value does not have the right format. Example: ${placeholder}`,
  },
  /** What the checks of a connector judge, and what they were tried on. */
  checks: {
    title: ({ name }: { name: string }) => `Checks of ${name}`,
    lead: 'The cases in which each check passes, fails or cannot tell, as its witnesses say, and what it does not judge.',
    heads: wayHeads,
    ways: 'Cases it was tried on',
    untried: 'Nothing shows what the code that runs here was tried on.',
    notJudged: 'Does not judge',
    link: 'What the checks judge',
  },
  trial: {
    title: 'Try an answer',
    lead: 'Paste an answer of the vendor and see what the check makes of it. All other answers are those of an invented account. Your answer is neither sent to the vendor nor stored.',
    noAnswers: 'This check has no witnesses with an answer in JSON, so there is none that you could replace.',
    choose: 'Show this answer',
    answerTo: ({ request }: { request: string }) => `Answer to ${request}`,
    help: ({ max }: { max: number }) => `JSON of at most ${max} characters`,
    submit: 'Judge this answer',
    empty: 'Paste an answer.',
    tooLong: ({ max }: { max: number }) => `The answer is longer than ${max} characters. Keep a few items of its list.`,
    malformed: ({ line, column }: { line: number; column: number }) =>
      `The answer is not JSON: see line ${line}, column ${column}.`,
    tooDeep: ({ line, column, max }: { line: number; column: number; max: number }) =>
      `At line ${line}, column ${column}, lists and objects are nested more than ${max} deep.`,
    verdict: 'Verdict',
    asOf: ({ moment }: { moment: Child }) => phrase`Judged as of ${moment}, the time of the invented account.`,
    ended: 'The check needed more time or memory than a trial has, and was ended.',
    missing: 'The check then asked for answers that the invented account does not have:',
    near: 'Witnesses with the most similar answers',
    verdicts: { undecided: 'Undecided', absent: 'No result' },
    same: 'Its answer is the same.',
    differsIn: ({ places }: { places: Child }) => phrase`Its answer differs in ${places}.`,
  },
}
