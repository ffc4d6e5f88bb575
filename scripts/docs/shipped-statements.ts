import type { CheckStatement } from '../../src/checks/controls/statements/statement.ts'

/** The type by which editors complete the statements of a check, with the parameters of each. */
export function renderShippedStatements(statements: Iterable<CheckStatement>): string {
  const members = [...statements].map(({ id, says, parameters = {} }) => {
    const names = Object.keys(parameters).map((name) => `'${name}'`)
    const name = id.includes('-') ? `'${id}'` : id
    return `  /** ${says} */\n  ${name}: ${names.length === 0 ? 'never' : names.join(' | ')}`
  })
  return `// Made from frameworks/statements.json by "npm run docs".

/** The statements that come with Checkwright, each with its parameters. */
export interface ShippedStatements {
${members.join('\n')}
}
`
}
