import type { CrossCheck } from '../src/crosscheck/cross-check.ts'
import { toControlId, type Variable } from '../src/define/index.ts'
import { formatTable } from './questions-page.ts'

/** docs/shipped-cross-checks.md: what each cross-check reads, and within which bounds it speaks for its controls, from the code. */
export function renderCrossChecksPage(crossChecks: readonly CrossCheck[]): string {
  return `<!-- "npm run docs" writes this page from src/crosscheck/checks. -->

# Cross-checks that ship

${crossChecks.length} questions about all connections of an organization. [Checks across systems](cross-checks.md) says how they judge.
${crossChecks.map(renderCrossCheck).join('')}`
}

function renderCrossCheck({ id, title, description, severity, controls = [], needs, variables }: CrossCheck): string {
  const bounds = new Map(
    controls.flatMap((control) => (typeof control === 'string' ? [] : Object.entries(control.requires))),
  )
  return `
## ${id}

**${title}.** ${description}

It reads ${Object.keys(needs)
    .map((need) => `\`${need}\``)
    .join(' and ')}. Its severity is ${severity}, and its controls are ${controls
    .map((control) => `\`${toControlId(control)}\``)
    .join(', ')}.

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
`
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
