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
  noConnectorMatches: ({ search }: { search: string }) => `No connector matches “${search}”.`,
  howToSetItUp: 'How to set it up',
  documentationOf: ({ name }: { name: string }) => `Documentation of ${name}`,
  searchConnectors: 'Search connectors',
  search: 'Search',
  countConnectors: ({ count }: { count: number }) => countNoun(count, 'connector'),
  /** For the script, which puts the number in the place of its name. */
  foundOne: '{count} connector',
  foundMany: '{count} connectors',
}
