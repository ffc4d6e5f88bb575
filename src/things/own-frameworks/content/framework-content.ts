import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { loadStatements } from '../../../checks/controls/statements/statement.ts'
import { readStatementMapping } from '../../../checks/controls/statements/statement-mapping.ts'

interface FrameworkContent {
  readonly format: 'checkwright.own-framework/v1'
  readonly framework: Omit<Framework, 'statements'>
  /** The text of its mapping, whose digest packages name. */
  readonly mapping?: string | undefined
}

/** What was read of a file, as it is stored. */
export function formatContent({ statements, ...framework }: Framework): string {
  const content: FrameworkContent = {
    format: 'checkwright.own-framework/v1',
    framework,
    mapping: statements?.text,
  }
  return JSON.stringify(content)
}

/** The framework that `formatContent` wrote. */
export async function parseContent(text: string): Promise<Framework> {
  const { framework, mapping }: FrameworkContent = JSON.parse(text)
  const statements = mapping === undefined ? undefined : readStatementMapping(mapping, await loadStatements())
  return { ...framework, statements }
}
