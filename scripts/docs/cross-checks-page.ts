import type { CrossCheck } from '../../src/crosscheck/define/cross-check.ts'
import { toControlId, type Variable } from '../../src/define/index.ts'
import { crossCheckVerdicts } from './cross-check-verdicts.ts'
import { formatTable } from './questions-page.ts'

const mark =
  '<!-- "npm run docs" writes this page from src/crosscheck/checks and scripts/docs/cross-check-verdicts.ts. -->'

/** docs/shipped-cross-checks.md lists the cross-checks; each has a page of its own in docs/cross-checks. */
export function createCrossCheckPages(
  crossChecks: readonly CrossCheck[],
): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: 'docs/shipped-cross-checks.md', text: renderList(crossChecks) },
    ...crossChecks.map((each) => ({ path: `docs/cross-checks/${each.id}.md`, text: renderPage(each) })),
  ]
}

function renderList(crossChecks: readonly CrossCheck[]): string {
  return `${mark}

# Cross-checks that ship

${crossChecks.length} questions about all connections of an organization. [Checks across systems](cross-checks.md) says how they judge.

${formatTable(
  ['Cross-check', 'Demands', 'Reads', 'Severity'],
  crossChecks.map((each) => [
    `[${each.id}](cross-checks/${each.id}.md)`,
    each.title,
    listNeeds(each),
    `${each.severity}`,
  ]),
)}
`
}

function renderPage(crossCheck: CrossCheck): string {
  const { id, title, description, severity, controls = [], variables } = crossCheck
  const rows = crossCheckVerdicts[id]
  if (!rows) throw new Error(`scripts/docs/cross-check-verdicts.ts has no table of "${id}".`)
  const bounds = new Map(
    controls.flatMap((control) => (typeof control === 'string' ? [] : Object.entries(control.requires))),
  )
  return `${mark}

# ${id}

**${title}.** ${description}

It reads ${listNeeds(crossCheck)}. Its severity is ${severity}. [Checks across systems](../cross-checks.md) says whose an account is,
and when somebody belongs to the organization. [All cross-checks](../shipped-cross-checks.md)

## Verdicts

${formatTable(
  ['Where', 'It says'],
  rows.map(({ where, says }) => [where, says]),
)}

A run with a resource that could not be told ends as could not tell. What fails is a finding all the same.

## Variables

${formatTable(
  ['Variable', 'Meaning', 'Default', 'Least and most', 'Bound for controls'],
  variables.map((variable) => [
    `\`${variable.id}\``,
    variable.label,
    'default' in variable ? `\`${JSON.stringify(variable.default)}\`` : '',
    formatRange(variable),
    formatBound(bounds.get(variable.id)),
  ]),
)}

## Controls

${controls.map((control) => `- \`${toControlId(control)}\``).join('\n')}
${bounds.size === 0 ? '' : '\nA pass speaks for them only while the variables keep within their bounds.\n'}`
}

function listNeeds({ needs }: CrossCheck): string {
  return Object.keys(needs)
    .map((need) => `\`${need}\``)
    .join(' and ')
}

function formatRange(variable: Variable): string {
  return variable.type === 'number' ? `${variable.min ?? ''} to ${variable.max ?? ''}` : ''
}

function formatBound(bound: unknown): string {
  if (typeof bound !== 'object' || bound === null) return ''
  return Object.entries(bound)
    .map(([word, value]) => `${word} ${value}`)
    .join(', ')
}
