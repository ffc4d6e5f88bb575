import type { FieldFacts, FieldKind, ThingFields } from '../../../src/service/fields/field.ts'

const samples: Readonly<Record<FieldKind, (field: FieldFacts) => unknown>> = {
  text: () => 'Acme',
  link: () => 'https://sample.example',
  pattern: () => 'sample-*',
  list: ({ item }) => {
    const { example } = (item ?? {}) as { readonly example?: unknown }
    if (item === undefined || (item.kind === 'id' && item.names !== 'control')) return null
    return [example ?? samples[item.kind](item)]
  },
  day: () => '2026-05-01',
  time: () => 0,
  number: ({ min }) => min,
  choice: ({ choices }) => choices[0],
  flag: () => true,
  secret: () => 'sample-secret',
  id: ({ isRequired }) => (isRequired ? 'sample' : null),
}

/** By the name of the field: a control has the name of its framework before it, and one framework is named, not two. */
const ownSamples: Readonly<Record<string, unknown>> = {
  control: 'soc2:CC6.4',
  email: 'acme@sample.example',
  ownFramework: null,
}

/** Values that a record of any declared thing may have. */
export function sampleValues(fields: ThingFields): Readonly<Record<string, unknown>> {
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    // What a rule holds to a form has its own.
    name in ownSamples ? ownSamples[name] : samples[field.kind](field),
  ])
  return Object.fromEntries(values)
}
