import type { FieldFacts, FieldKind, ThingFields } from '../../../src/service/fields/field.ts'

const samples: Readonly<Record<FieldKind, (field: FieldFacts) => unknown>> = {
  text: () => 'Acme',
  link: () => 'https://sample.example',
  pattern: () => 'sample-*',
  list: ({ item }) => (item === undefined ? [] : [samples[item.kind](item)]),
  day: () => '2026-05-01',
  time: () => 0,
  number: ({ min }) => min,
  choice: ({ choices }) => choices[0],
  flag: () => true,
  id: () => null,
}

/** Values that a record of any declared thing may have. */
export function sampleValues(fields: ThingFields): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, samples[field.kind](field)]))
}
