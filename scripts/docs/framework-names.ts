import type { FrameworkSummary } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'

/** Names of the frameworks and of their levels, for whoever offers a choice before any framework is read. */
export function renderFrameworkNames(frameworks: readonly FrameworkSummary[]): string {
  const members = frameworks.flatMap(({ id, name, levels = [], levelNames = {} }) => [
    [id, name],
    ...levels.map((level) => [`${id}.${level}`, levelNames[level] ?? `${name} ${level}`]),
  ])
  const lines = members.map(([id = '', name = '']) => `  ${/^[a-z][a-z0-9]*$/.test(id) ? id : `'${id}'`}: '${name}',`)
  return `// Made from frameworks/index.json by "npm run docs".

/** Short names of the shipped frameworks and of their levels, by id. They are the same in every language. */
export const frameworkNames: Readonly<Record<string, string>> = {
${lines.join('\n')}
}

/** Ids of all that come with Checkwright, and of their levels: \`nist-800-53-r5.moderate\`. */
export const everyFrameworkId: readonly string[] = Object.keys(frameworkNames)
`
}
