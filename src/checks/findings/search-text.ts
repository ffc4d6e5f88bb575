import type { ResultRecord } from '../../define/index.ts'

const searchedLengthMax = 1_000
/** However long a name is, the id is in the text too. */
const nameLengthMax = 300

/** The text that a search of findings looks in: person or resource, then title. In lower case. */
export function formatSearchText({ resource, title }: Pick<ResultRecord, 'resource' | 'title'>): string {
  const { name = '', id, type } = resource
  // An index finds the id, which begins in the second line.
  return foldSearch([name.slice(0, nameLengthMax).replaceAll('\n', ' '), id, type, title].join('\n'))
    .slice(0, searchedLengthMax)
    .toWellFormed()
}

/** As a person may type it: in small letters, each with its accents. PostgreSQL keeps no U+0000 in a text. */
export function foldSearch(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', '').toWellFormed()
}
