import { renderPageToCome } from '../connector-files.ts'
import { describeBegunWitnesses, renderReadmeCommands } from '../readme-commands.ts'
import type { ImportedAccounts } from './find-accounts.ts'
import { hasOpenEnd, type ImportedCheck } from './imported-check.ts'
import type { ImportedConnector } from './imported-connector.ts'
import type { Note } from './notes.ts'

const notesMax = 200
const othersMax = 60

export function renderImportReadme(
  { definition, signIn, checks, accounts, notes, others, format }: ImportedConnector,
  hasWitnesses: boolean,
): string {
  const { id, name, baseUrl } = definition
  const lookUp = [
    ...signIn.lookUp,
    ...checks
      .filter(({ request }) => request.endpoint.members.possible.length > 0)
      .map(({ id, request }) => {
        const file = request === accounts?.request ? 'account-list.ts' : `checks/${id}.ts`
        return `Find out which member is the id of one item of ${renderCode(`GET ${request.endpoint.path}`)}. \`${file}\` asks, and does not compile until you have answered.`
      }),
    ...(accounts ? ['Answer the questions in the comment of `account-list.ts`.'] : []),
    ...checks
      .filter(hasOpenEnd)
      .map(
        ({ id, request }) =>
          `Find out how ${renderCode(`GET ${request.endpoint.path}`)} goes on after its first page. Until then \`${id}\` cannot tell.`,
      ),
    'Decide what each check asks of its list. Every check reports `manual` until you do.',
    ...(hasWitnesses ? [describeBegunWitnesses(id)] : []),
  ]
  return `# ${escapeMarkdown(name)}

A connector of [Checkwright](https://www.npmjs.com/package/checkwright), made from the vendor's API description (${escapeMarkdown(format)}).
\`connector.ts\` says how to reach ${escapeMarkdown(name)}, \`checks/\` holds a check for each list, and \`${id}.test.ts\` runs them on a vendor in the
same process, which serves \`${id}.openapi.json\`: what the description says of the lists that the checks read.

${renderReadmeCommands(id, baseUrl.startsWith('http:'))}

## Checks

An API description does not say what is right. Each check shows the facts of a list as \`manual\`. Decide what it asks: put
\`ctx.pass\` and \`ctx.fail\` in place of \`ctx.manual\`, and name the controls that the check gives evidence for.

${renderRows(['Check', 'List', 'Facts'], checks.map(formatCheckRow))}

${accounts ? renderAccounts(accounts) : ''}## To do

${lookUp.map((line) => `- [ ] ${line}`).join('\n')}

## What the description could not tell

${notes.length === 0 ? 'Everything was imported.' : renderNotes(notes)}
${renderOthers(others.map(({ path }) => path))}
${renderPageToCome(`${id}.ts`)}`
}

function renderAccounts({ request, tells, questions }: ImportedAccounts): string {
  const asked = questions.map((question) => renderCode(question)).join(', ')
  const members = tells.map((member) => renderCode(member)).join(', ')
  return `## Accounts

\`account-list.ts\` lists the accounts by ${renderCode(`GET ${request.endpoint.path}`)}. It tells ${members || 'only which accounts exist'}.
${asked ? `The connector asks ${asked} about them.` : 'That is not enough for any question of `checkwright/questions`.'} It leaves out
a member if the description does not make its meaning plain, and a word that it does not know is \`unknown\`.

`
}

function formatCheckRow({ id, request, parents }: ImportedCheck): readonly string[] {
  const { members, path } = request.endpoint
  const facts = members.facts.map(({ name }) => renderCode(name)).join(', ')
  return [
    renderCode(id),
    `${renderCode(`GET ${path}`)}${parents.length > 0 ? `, for each of ${renderCode(`GET ${parents.at(-1)?.endpoint.path}`)}` : ''}`,
    facts || '–',
  ]
}

function renderRows(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

function renderNotes(notes: readonly Note[]): string {
  const lines = notes
    .slice(0, notesMax)
    .map(({ pointer, message }) => `- ${renderCode(pointer || '/')}: ${escapeMarkdown(message)}`)
  return [...lines, ...(notes.length > notesMax ? [`- … and ${notes.length - notesMax} more`] : [])].join('\n')
}

function renderOthers(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const lines = paths.slice(0, othersMax).map((path) => `- ${renderCode(`GET ${path}`)}`)
  const rest = paths.length > othersMax ? `\n- … and ${paths.length - othersMax} more` : ''
  return `
## Lists without a check

\`checkwright new\` takes them by \`--endpoint "GET /…"\`, which may be given several times.

${lines.join('\n')}${rest}
`
}

/** Text of a file or a person stays text, even if it looks like Markdown. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]>#|]/g, '\\$&').replaceAll('<', '&lt;')
}

function renderCode(text: string): string {
  // Text that looks like a comment could be confused with the marks around generated pages.
  const plain = text.replaceAll(/[`|\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ').replaceAll('<!--', '<!- -')
  return `\`${plain}\``
}
