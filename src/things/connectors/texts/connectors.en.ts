import type { Category } from '../../../define/index.ts'
import { countNoun } from '../../../text/count-noun.ts'

export const connectors = {
  optional: '(optional)',
  none: 'None',
  choose: 'Choose…',
  yes: 'Yes',
  no: 'No',
  oneFieldNeedsYourAttention: 'One field needs your attention',
  fieldsNeedYourAttention: ({ entries }: { entries: number }) => `${entries} fields need your attention`,
  thisIsRequired: 'This is required.',
  thisDoesNotHaveThe: ({ placeholder }: { placeholder: string }) =>
    `This does not have the right form. Example: ${placeholder}`,
  category: 'Category',
  allCategories: 'All categories',
  categoryWords: {
    identity: 'identity',
    cloud: 'cloud',
    development: 'development',
    communication: 'communication',
    monitoring: 'monitoring',
    security: 'security',
    hr: 'hr',
    devices: 'devices',
    data: 'data',
    productivity: 'productivity',
    infrastructure: 'infrastructure',
  } satisfies Readonly<Record<Category, string>>,
  frameworkOrControl: 'Framework or control',
  anyControl: 'Any control, such as soc2:CC6.1',
  thereAreNoConnectors: 'There are no connectors.',
  quoted: ({ word }: { word: string }) => `“${word}”`,
  noConnectorMatches: ({ asked }: { asked: string }) => `No connector matches ${asked}.`,
  howToSetItUp: 'How to set it up',
  documentationOf: ({ name }: { name: string }) => `Documentation of ${name}`,
  searchConnectors: 'Search connectors',
  search: 'Search',
  countConnectors: ({ count }: { count: number }) => countNoun(count, 'connector'),
  /** For the script, which puts the number in the place of its name. */
  foundOne: '{count} connector',
  foundMany: '{count} connectors',
}
