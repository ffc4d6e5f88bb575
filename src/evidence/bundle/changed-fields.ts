import type { BundleSource, EvidenceProblem } from './bundle-source.ts'
import { computeMarks, countCommonStart, type FieldChange, listChanges, type Unit } from './document-units.ts'
import { type MarkedFile, type Marks, readUnits } from './manifest.ts'

// More would not help anybody to see what happened.
const namedMax = 20

/**
 * Names the fields of a file that are not as they were.
 * @param marks of the file when it was signed, from a manifest that is believed
 */
export async function findChangedFields(
  source: BundleSource,
  file: MarkedFile,
  marks: Marks,
): Promise<readonly EvidenceProblem[]> {
  const were = [...marks.values()]
  const paths = [...marks.keys()]
  const are: string[] = []
  for await (const unit of readUnits(file, source.read(file))) are.push(tryComputeMarks(unit))
  const start = countCommonStart(are, were)
  const end = countCommonStart(are.slice(start).reverse(), were.slice(start).reverse())
  const [changedUntil, goneUntil] = [are.length - end, were.length - end]
  const problem = (field: string, message: string): EvidenceProblem => ({ file, field, message })
  if (start === are.length && start === were.length) return findRenamedPaths(source, file, paths)
  if (changedUntil === start) {
    const gone = paths.slice(start, goneUntil)
    const cut = goneUntil === were.length && end === 0 ? ' The file is cut off before it.' : ''
    return limitProblems(
      file,
      gone.slice(0, namedMax + 1).map((path) => problem(path, `was removed.${cut}`)),
    )
  }
  const problems: EvidenceProblem[] = []
  let index = 0
  for await (const unit of readUnits(file, source.read(file))) {
    const at = index++
    if (at < start || at >= changedUntil || are[at] === were[at]) continue
    if (problems.length > namedMax) break
    // As many as there were: each stands where one stood before, else nobody knows which is which.
    const isInPlace = changedUntil === goneUntil
    const found = isInPlace
      ? describeChangesInPlace(unit, paths[at] ?? unit.path, were[at] ?? '')
      : [problem(unit.path, describeAddition(goneUntil > start))]
    problems.push(...found.map(({ field, message }) => problem(field ?? '', message)))
  }
  return limitProblems(file, problems)
}

/** Of a file whose values are all as they were. */
async function findRenamedPaths(
  source: BundleSource,
  file: MarkedFile,
  paths: readonly string[],
): Promise<readonly EvidenceProblem[]> {
  const renamed: EvidenceProblem[] = []
  let index = 0
  for await (const { path } of readUnits(file, source.read(file))) {
    const was = paths[index++] ?? path
    // The name of a member is part of its line, and not of its marks.
    if (path !== was) renamed.push({ file, field: was, message: `stands there as "${path}".` })
  }
  if (renamed.length > 0) return limitProblems(file, renamed)
  return [{ file, message: 'was changed between its fields: white space or punctuation.' }]
}

/** The same for a text that is in memory, when it is known how it should read. */
export function compareText(file: string, path: string, text: string, expected: string): readonly EvidenceProblem[] {
  const changes = listChanges({ path, text }, computeMarks(expected))
  return limitProblems(
    file,
    changes.map((change) => ({ file, field: change.path, message: describeChange(change) })),
  )
}

/** The first of them. That there are more is said, because what is not listed would pass for untouched. */
function limitProblems(file: string, problems: readonly EvidenceProblem[]): readonly EvidenceProblem[] {
  if (problems.length <= namedMax) return problems
  return [...problems.slice(0, namedMax), { file, message: 'was changed in more places, which are not listed.' }]
}

function describeChangesInPlace(
  unit: Unit,
  path: string,
  marks: string,
): readonly { readonly field: string; readonly message: string }[] {
  if (unit.path !== path) return [{ field: path, message: `stands there as "${unit.path}".` }]
  return listChanges({ path, text: unit.text }, marks).map((change) => ({
    field: change.path,
    message: describeChange(change),
  }))
}

function describeAddition(insteadOfOthers: boolean): string {
  return insteadOfOthers ? 'was put in place of what was there.' : 'was added.'
}

function describeChange({ how, value }: FieldChange): string {
  switch (how) {
    case 'changed':
      return `was changed; it says ${formatFoundValue(value)} now.`
    case 'added':
      return `was added; it says ${formatFoundValue(value)}.`
    case 'removed':
      return 'lost a part.'
    case 'respelled':
      return 'is spelled in another way, which means the same.'
    case 'broken':
      return 'was changed and is not JSON any more.'
  }
}

function formatFoundValue(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}

function tryComputeMarks({ path, text }: Unit): string {
  try {
    return computeMarks(text)
  } catch {
    // None that a unit ever had.
    return path
  }
}
