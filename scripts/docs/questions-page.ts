import type { Bound, Variable } from '../../src/define/index.ts'
import { type EdgeRule, edgeRules } from '../../src/questions/rules/edge-rules.ts'
import type { QuestionData, QuestionVariable } from '../../src/questions/rules/question.ts'

/** docs/questions.md: what each question reads and how it judges, from the questions themselves. */
export function renderQuestionsPage(questions: readonly QuestionData[]): string {
  const kinds = [...new Set(questions.map(({ of }) => of))]
  return `<!-- "npm run docs" writes this page from src/questions. -->

# Questions

A question is a check that every vendor needs. You give it an [inventory](inventories.md), and it gives you a check of your
connector. \`checkwright/questions\` has ${questions.length} of them.

\`\`\`ts
import { defineConnector } from 'checkwright'
import { fewAdministrators, secondFactor } from 'checkwright/questions'
import * as z from 'zod/mini'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const User = z.object({ id: z.string(), name: z.string(), roles: z.array(z.string()), mfa: z.optional(z.boolean()) })

const accounts = acme.inventory({
  of: 'account',
  tells: ['roles', 'secondFactor'],
  covers: ['members'],
  async *list(ctx) {
    for await (const { id, name, roles, mfa } of ctx.paginate('/users', { schema: User, next: 'link' }))
      yield { id, name, kind: 'person', status: 'active', roles, secondFactor: mfa }
  },
})

export default acme.with(
  accounts,
  secondFactor(accounts, { remediation: ({ name }) => \`Ask \${name} to set up a second factor under Profile.\` }),
  fewAdministrators(accounts, {
    id: 'few-owners',
    role: 'owner',
    resourceType: 'workspace',
    variables: { max_administrators: 'max_owners' },
  }),
)
\`\`\`

A question does not compile if the inventory does not tell what the question reads.

## What each question asks

A record passes unless the last column says otherwise. A result that needs review waits for a person. It never passes by itself.

${formatTable(['Question', 'Kind', 'Reads', 'Fails when'], questions.map(describeQuestion))}

## Variables

A passing check speaks for its controls only within the bound. \`days\` are whole days: a limit of 90 passes on the 90th day.

${formatTable(
  ['Question', 'Variable', 'Default', 'Bound for controls', 'Meaning'],
  questions.flatMap(({ name, variables }) => variables.map((each) => describeVariable(name, each))),
)}

\`accept_single_sign_on\` exists only where the inventory tells \`singleSignOnOnly\`, and \`reviewed_guests\` only where a check names it
in the option \`variables\`. It compares names, so name it only for a vendor whose guests cannot take each other's names.

A connection has one value for a variable id. If two checks of a connector have the same id, such as \`max_days\`, they share the value. Rename one of them by the option \`variables\`.

## Rules that come first

These rules hold for all questions of a kind. A record **in doubt** is judged: a good fact passes, a bad one is undecided.

${kinds
  .map((of) => ({ of, rules: edgeRules.filter((rule) => rule.of === of) }))
  .filter(({ rules }) => rules.length > 0)
  .map(({ of, rules }) => `### ${of}\n\n${formatTable(['Record', 'Becomes', 'Questions'], rules.map(describeRule))}`)
  .join('\n\n')}

Accounts of kind \`shared\` and \`unknown\` are judged as persons. Only \`guestsReviewed\` and \`serviceAccountsKnown\` need the kind: for
them, an account of kind \`unknown\` is undecided. Deleted accounts have no result; the log of the check counts them.

## What is not known

- **A fact is missing**, or it is of another type or no time: the record is undecided. The reason is the one that the list gives in
  \`unknown\`, else that the vendor does not say it. The check then ends as
  [\`CHECK_UNDECIDED\`](verdicts.md#one-resource-that-could-not-be-told), and the other results count.
- **The list is not complete**: the check judges every record that was seen, and then ends as \`error\` with the reason of the list.
  \`fewAdministrators\` fails if it has already seen more than allowed; otherwise it cannot tell.
- **The list is complete and empty**: the check has the status in the table below. Without one, it ends as \`error\`, because nothing
  seen is no pass.

${formatTable(
  ['Question', 'Check id', 'Severity', 'Controls', 'Empty list'],
  questions.map(({ name, id, severity, controls, onEmpty }) => [
    `\`${name}\``,
    `\`${id}\``,
    severity,
    controls.map((control) => `\`${control}\``).join(' '),
    onEmpty === undefined ? 'error' : `\`${onEmpty}\``,
  ]),
)}

## Options

| Option | Means |
| --- | --- |
| \`id\`, \`title\`, \`description\`, \`severity\`, \`tags\`, \`scopes\` | as in every check; the question has defaults |
| \`controls\` | ids alone get the bounds of the question |
| \`remediation\` | text, or a function of the record and the context of the run: what to do at this vendor |
| \`instructions\` | the same for questions that people answer: what the reviewer looks at |
| \`resourceType\`, \`resourceId\` | what results are about. Default: the kind, and the id of the record. For \`fewAdministrators\`, \`resourceId\` is a text or a function of the context |
| \`variables\` | another id, \`{ max_administrators: 'max_owners' }\`, or more: \`{ max_administrators: { id: 'max_owners', label, helpText, default, renamed } }\` |
| \`role\` | of \`fewAdministrators\`: counts who has this role; the evidence names it |
| \`plural\` | of \`fewAdministrators\`: what results call them, such as \`Owners\` |
| \`onEmpty\` | what a complete and empty list means. \`error\`: that nothing was seen is no answer |
| \`fix\` | [a command that mends](guides/connectors-without-code.md#a-command-that-mends) what fails |

A check that was written by hand can become a question without losing anything: keep its id, its resource type and id, and the ids
and defaults of its variables. If you give a variable a new id, name the old one in \`renamed\`. Then the values that connections have
stored count on. A stored value for a variable that no longer exists ends the check as \`config\`.
`
}

function describeQuestion({ name, of, reads, readsWhereKnown = [], failsWhen }: QuestionData): readonly string[] {
  const told = reads.map((member) => `\`${member}\``)
  const also =
    readsWhereKnown.length === 0 ? [] : [`if told: ${readsWhereKnown.map((each) => `\`${each}\``).join(', ')}`]
  return [`\`${name}\``, of, [...told, ...also].join(', ') || '–', failsWhen]
}

function describeVariable(name: string, { variable, bound }: QuestionVariable): readonly string[] {
  return [`\`${name}\``, `\`${variable.id}\``, describeDefault(variable), describeBound(bound), variable.label]
}

function describeDefault(variable: Variable): string {
  if (variable.default === undefined) return 'none, required'
  return variable.default === '' ? 'empty' : String(variable.default)
}

function describeBound(bound: Bound | undefined): string {
  if (bound === undefined) return '–'
  const { min, max, oneOf } = bound
  if (max !== undefined) return `at most ${max}`
  return min === undefined ? `only ${oneOf?.join(', ')}` : `at least ${min}`
}

function describeRule({ where, consequence, except, only }: EdgeRule): readonly string[] {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const which = only ? `only ${list(only)}` : except ? `all but ${list(except)}` : 'all'
  return [where, consequence, which]
}

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
