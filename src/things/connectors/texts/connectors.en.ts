import type { Category } from '../../../define/index.ts'
import { countNoun } from '../../../text/count-noun.ts'
import { labels } from '../../all-texts/en/labels.ts'

export const connectors = {
  search: {
    placeholder: 'Search connectors',
    category: 'Category',
    allCategories: 'All categories',
    control: 'Framework or control',
    controlExample: 'Any control, such as soc2:CC6.1',
    empty: 'There are no connectors.',
    quoted: ({ word }: { word: string }) => `“${word}”`,
    noMatch: ({ query }: { query: string }) => `No connectors match ${query}.`,
    found: ({ count }: { count: number }) => countNoun(count, 'connector'),
    /** For the script, which puts the number in the place of its name. */
    /** For the script, which puts the number in the place of its name. */
    foundOne: '{count} connector',
    foundMany: '{count} connectors',
  },
  categories: {
    identity: 'Identity',
    cloud: 'Cloud',
    development: 'Development',
    communication: 'Communication',
    monitoring: 'Monitoring',
    security: 'Security',
    hr: 'HR',
    devices: labels.devices,
    data: 'Data',
    productivity: 'Productivity',
    infrastructure: 'Infrastructure',
  } satisfies Readonly<Record<Category, string>>,
  otherCategory: 'Other',
  help: {
    setup: 'How to set up',
    documentation: ({ name }: { name: string }) => `Documentation of ${name}`,
  },
  form: {
    optional: '(optional)',
    oneProblem: '1 field needs your attention',
    problems: ({ count }: { count: number }) => `${count} fields need your attention`,
    required: 'This field is required.',
    malformed: ({ placeholder }: { placeholder: string }) =>
      `The value does not have the right format. Example: ${placeholder}`,
  },
}
