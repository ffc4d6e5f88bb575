import type { DescriptionNode } from './description-node.ts'

/** Schemes that a request needs together; one of several requirements suffices. */
export interface SecurityRequirement {
  readonly node: DescriptionNode
  readonly schemes: readonly RequiredScheme[]
}

export interface RequiredScheme {
  readonly name: string
  readonly scheme: DescriptionNode
  readonly scopes: readonly string[]
}

/** The requirements of an operation: its own, otherwise those of the whole description. Empty: it admits everybody. */
export function readSecurity(root: DescriptionNode, operation: DescriptionNode): readonly SecurityRequirement[] {
  return readRequirements(root, Array.isArray(operation.at('security').value) ? operation : root)
}

/** The own requirements of an operation, or of the root for the whole description. */
export function readRequirements(root: DescriptionNode, of: DescriptionNode): readonly SecurityRequirement[] {
  const schemes = readSchemes(root)
  return of
    .at('security')
    .items()
    .map((node) => ({
      node,
      schemes: node.members().map(([name, scopes]) => ({
        name,
        scheme: schemes.at(name),
        scopes: scopes.items().flatMap(({ text }) => text ?? []),
      })),
    }))
}

/** The declared schemes, by name. */
export function readSchemes(root: DescriptionNode): DescriptionNode {
  return root.at('components', 'securitySchemes')
}
