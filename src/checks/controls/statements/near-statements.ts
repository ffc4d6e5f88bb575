import type { CheckStatement } from './statement.ts'

/** The statements that have most words in common with a text, best first. */
export function listNearStatements(
  text: string,
  statements: Iterable<CheckStatement>,
  most = 3,
): readonly CheckStatement[] {
  const words = splitStems(text)
  const scored = [...statements].map((statement) => {
    const own = splitStems(`${statement.id} ${statement.says}`)
    const shared = [...words].filter((word) => own.has(word)).length
    return { statement, score: shared / Math.sqrt(own.size || 1) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ statement }) => statement)
}

/** The beginnings of its longer words, so that "encrypted" is near "encryption". */
function splitStems(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{4,}/g) ?? []
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.slice(0, 6)))
}

const common: ReadonlySet<string> = new Set(
  'with that they them this have from each every everybody nobody somebody whether which what only more than when will does where their other'.split(
    ' ',
  ),
)
