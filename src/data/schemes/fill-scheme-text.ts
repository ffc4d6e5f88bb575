/** Fills `{name}` from values. A name without a value is left empty: the file was checked, so the field is an optional one. */
export function fillSchemeText(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) =>
    Object.hasOwn(values, name) ? formatFieldValue(values[name]) : '',
  )
}

function formatFieldValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Names that a template takes. */
export function listSchemeNames(template: string): readonly string[] {
  return [...template.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name)
}
