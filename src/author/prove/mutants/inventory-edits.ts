import type { InventoryEntry, MemberEntry } from '../../../data/format/inventories.ts'
import { listMemberWords } from '../../../define/index.ts'
import { dropRule, type Edit, type EditPath, listRequestEdits, listTextEdits, listValueEdits } from './edit.ts'
import { isCondition } from './rule-edits.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Every deliberate mistake in how an inventory is read.
 * @param used members that the question reads
 */
export function listInventoryEdits(
  entry: InventoryEntry,
  used: ReadonlySet<string>,
  vocabulary: Vocabulary,
): readonly Edit[] {
  const { of, where, record, facts = {} } = entry
  const members = [
    ...Object.entries(record).map(([name, value]) => ({ name, value, path: ['record', name] })),
    ...Object.entries(facts).map(([name, { value }]) => ({ name, value, path: ['facts', name, 'value'] })),
  ]
  return [
    ...listTextEdits(['where'], where, true, vocabulary),
    ...(where === undefined ? [] : [dropRule(['where'], where)]),
    ...members.flatMap(({ name, value, path }) =>
      used.has(name) ? listMemberEdits(path, value, listMemberWords(of)[name] ?? [], vocabulary) : [],
    ),
    ...listRequestEdits(entry),
  ]
}

/** @param known our words for the member */
function listMemberEdits(
  path: EditPath,
  value: MemberEntry,
  known: readonly string[],
  vocabulary: Vocabulary,
): readonly Edit[] {
  if (typeof value === 'string') return listTextEdits(path, value, isCondition(value), vocabulary)
  const otherwise = value.otherwise === undefined ? [] : changeWord([...path, 'otherwise'], value.otherwise, known)
  if ('flags' in value) {
    const flags = value.flags.flatMap(({ when, is }, index) => [
      ...listTextEdits([...path, 'flags', index, 'when'], when, true, vocabulary),
      ...changeWord([...path, 'flags', index, 'is'], is, known),
    ])
    return [...flags, ...otherwise]
  }
  const words = Object.entries(value.words ?? {})
  return [
    ...listTextEdits([...path, 'of'], value.of, false, vocabulary),
    ...words.flatMap(([vendors, ours]) => {
      const at = [...path, 'words', vendors]
      const left = { kind: 'word', path: at, value: undefined, from: `${vendors}: ${ours}`, to: '' }
      return [...(words.length > 1 ? [left] : []), ...changeWord(at, ours, known)]
    }),
    ...listValueEdits(path, value),
    ...otherwise,
  ]
}

const othersMax = 2

function changeWord(path: EditPath, word: string, known: readonly string[]): readonly Edit[] {
  const others = known.filter((other) => other !== word).slice(0, othersMax)
  return others.map((other) => ({ kind: 'word', path, value: other, from: word, to: other }))
}
