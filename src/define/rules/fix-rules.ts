import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { CheckData } from '../check/check.ts'
import { cutFixPlaceholders, type Fix, type FixPlaceholder, listFixPlaceholders, splitFix } from '../check/fix.ts'
import type { ConnectorDefinition } from '../connector/connector-definition.ts'
import { listCredentialFields, listSecretIds } from '../connector/definition-fields.ts'
import { cutUrlTemplate } from '../connector/template.ts'
import type { Variable } from '../connector/variable.ts'
import { describeUnknownVariable } from './variable-rules.ts'

/** Tools that run what they are given, in place of asking a vendor. */
const runners = new Set(
  'bash cmd dash doas env eval exec fish node npx perl php powershell pwsh python python3 ruby sh source sudo xargs zsh'.split(
    ' ',
  ),
)
const commandLengthMax = 500

/** A command that people copy: one word after the other, with values that have a name, and for nobody but the vendor. */
export function findFixProblems({ fix, variables = [] }: CheckData, definition: ConnectorDefinition): Problem[] {
  return fix ? findProblems(fix, definition, [...(definition.variables ?? []), ...variables]) : []
}

function findProblems(
  { command, source }: Fix,
  definition: ConnectorDefinition,
  variables: readonly Variable[],
): Problem[] {
  const problem = (message: string): Problem => ({ path: 'fix.command', message })
  const sourceProblems: Problem[] = /^https:\/\/[^\s]+$/.test(source)
    ? []
    : [{ path: 'fix.source', message: 'must be the https address of the page that documents the command' }]
  const form = findFormProblem(command)
  if (form !== undefined) return [problem(form), ...sourceProblems]
  const words = splitFix(command) ?? []
  return [
    ...words.flatMap((word, index) => findWordProblems(word, index, definition)).map(problem),
    ...listFixPlaceholders(command)
      .flatMap(({ from, path }) => findPlaceholderProblems({ from, path }, definition, variables))
      .map(problem),
    ...sourceProblems,
  ]
}

function findFormProblem(command: string): string | undefined {
  if (command.length > commandLengthMax) return `must have at most ${commandLengthMax} characters`
  if (/[^\x20-\x7e]/.test(command)) return 'must be one line of printable ASCII'
  const mark = /[`$\\;|&<>]/.exec(command)?.[0]
  if (mark !== undefined)
    return `must be one command that every shell reads alike, without ${mark}; where a tool needs it, describe the step under "remediation"`
  if (!splitFix(command)) return 'has a quote that is open or within a word; put the whole word between single quotes'
  if (/"/.test(command.replaceAll(/'[^']*'/g, ''))) return 'must keep a word with double quotes between single ones'
  const brace = /(?<!\{)\{[A-Za-z_][\w.]*\}(?!\})/.exec(cutFixPlaceholders(command))?.[0]
  if (brace !== undefined)
    return `takes "${brace}", which is no value; use {resource.id}, {resource.name}, {evidence.…}, {connection.…} or {variables.…}`
  return undefined
}

function findWordProblems(word: string, index: number, definition: ConnectorDefinition): readonly string[] {
  if (index === 0) {
    if (!/^[a-z][a-z0-9-]*$/.test(word)) return ['must begin with the name of a tool, such as gh']
    return runners.has(word) ? [`must begin with the tool of the vendor; ${word} runs anything`] : []
  }
  if (/(?:^|=)@/.test(word))
    return [
      `has the word "${word}", which must not begin with @, nor a value in it: some shells and tools read a file or a list there`,
    ]
  if (!/\b(?:https?|ftp|wss?):\/\//i.test(word)) return []
  const own = cutUrlTemplate(definition.baseUrl)
  const asked = cutUrlTemplate(word.replaceAll('{connection.', '{'))
  const isOwn = asked && own && asked.scheme === own.scheme && asked.authority === own.authority
  return isOwn ? [] : [`sends to "${word}", which is not on the host of "baseUrl"`]
}

function findPlaceholderProblems(
  { from, path: [name = '', ...rest] }: FixPlaceholder,
  definition: ConnectorDefinition,
  variables: readonly Variable[],
): readonly string[] {
  if (from === 'resource')
    return ['id', 'name', 'type'].includes(name) && rest.length === 0
      ? []
      : [`takes {resource.${[name, ...rest].join('.')}}; a resource has id, name and type`]
  if (from === 'variables')
    return rest.length === 0 && variables.some(({ id }) => id === name)
      ? []
      : [
          `takes {variables.${[name, ...rest].join('.')}}, which ${describeUnknownVariable(name, variables, 'write a value')}`,
        ]
  if (from !== 'connection') return []
  const ids = listCredentialFields(definition).map(({ id }) => id)
  if (listSecretIds(definition).has(name)) return [`takes {connection.${name}}, which is a secret`]
  if (ids.includes(name) && rest.length === 0) return []
  const near = findNearest(name, ids)
  return [
    `takes {connection.${name}}, which is no credential field${near === undefined ? '' : `; did you mean "${near}"?`}`,
  ]
}
