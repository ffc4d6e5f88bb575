const endings: readonly (readonly [end: string, by: string])[] = [
  ['izations', 'iz'],
  ['isations', 'iz'],
  ['ization', 'iz'],
  ['isation', 'iz'],
  ['ations', 'at'],
  ['ation', 'at'],
  ['ating', 'at'],
  ['ated', 'at'],
  ['ates', 'at'],
  ['ments', ''],
  ['ment', ''],
  ['ised', 'iz'],
  ['ized', 'iz'],
  ['ies', 'y'],
  ['ings', ''],
  ['ing', ''],
  ['ions', ''],
  ['ion', ''],
  ['ers', ''],
  ['er', ''],
  ['ed', ''],
  ['ly', ''],
  ['es', ''],
  ['e', ''],
  ['s', ''],
  // German
  ['ungen', ''],
  ['ung', ''],
  ['en', ''],
  ['em', ''],
  ['n', ''],
]

/** A word without its ending, so that "hosting" and "hosted" are one. It need not be a word. */
export function stemWord(word: string): string {
  for (const [end, by] of endings)
    if (word.endsWith(end) && word.length - end.length >= (end === 'n' ? 5 : 3))
      return (word.slice(0, -end.length) + by).replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  return word
}
