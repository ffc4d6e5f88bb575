import { readFrameworkFile } from '../../read-framework-file.ts'

/** A number that a statement depends on. A mapping may bound it. */
export interface StatementParameter {
  /** What it counts: `days`, `hours`, `minutes`, `accounts`, `characters`, `percent` … */
  readonly unit: string
  /** Which values demand more. */
  readonly stricter: 'lower' | 'higher'
  readonly says: string
}

/** A plain sentence that a passing check shows, whatever the vendor is. Controls of frameworks ask for statements. */
export interface CheckStatement {
  /** Kebab-case, stable: `unused-accounts-removed`. */
  readonly id: string
  readonly group: string
  readonly says: string
  /** What nobody may read into it. */
  readonly doesNotSay: string
  readonly parameters?: { readonly [id: string]: StatementParameter } | undefined
}

let loading: Promise<ReadonlyMap<string, CheckStatement>> | undefined

/** All statements by id. */
export function loadStatements(): Promise<ReadonlyMap<string, CheckStatement>> {
  loading ??= readStatements()
  return loading
}

async function readStatements(): Promise<ReadonlyMap<string, CheckStatement>> {
  const { statements }: { readonly statements: readonly CheckStatement[] } = JSON.parse(
    await readFrameworkFile('statements.json'),
  )
  return new Map(statements.map((statement) => [statement.id, statement]))
}
