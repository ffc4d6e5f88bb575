import type { Framework } from '../../src/checks/controls/frameworks/framework.ts'

/** The type by which editors complete the controls of a check. Frameworks stand to the right of `define/`, so it cannot follow from them. */
export function renderShippedControls(frameworks: readonly Pick<Framework, 'id' | 'controls'>[]): string {
  const ids = frameworks.flatMap(({ id, controls }) => controls.map((control) => `  | '${id}:${control.id}'`))
  return `// Made from src/checks/controls/frameworks/ by "npm run docs".

/** A control of a framework that comes with Checkwright. */
export type ShippedControl =
${ids.join('\n')}
`
}
