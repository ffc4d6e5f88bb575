import type { ConnectorDefinition } from '../../define/index.ts'
import { renderMembers } from './source-text.ts'

/** The second argument of `defineConnector`. */
export interface HooksText {
  /** As source text. */
  readonly text: string
  /** What it uses of the package, beside `defineConnector`. */
  readonly imports: readonly string[]
}

/** A call of `defineConnector`, and the import of every name that it uses. */
export function renderDefinitionCall(
  definition: ConnectorDefinition,
  hooks: HooksText | undefined,
): { readonly importLine: string; readonly call: string } {
  const names = ['defineConnector', ...(hooks?.imports ?? [])].toSorted()
  return {
    importLine: `import { ${names.join(', ')} } from 'checkwright'\n`,
    call:
      hooks === undefined
        ? `defineConnector({\n${renderMembers(definition, 2)}})`
        : `defineConnector(\n  {\n${renderMembers(definition, 4)}  },\n  ${hooks.text},\n)`,
  }
}
