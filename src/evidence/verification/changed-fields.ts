import type { BundleSource, EvidenceProblem } from '../bundle/bundle-source.ts'
import {
  computeMarks,
  countCommonStart,
  type FieldChange,
  listChanges,
  MarkPlaces,
  type Unit,
} from '../bundle/document-units.ts'
import { type MarkedFile, type Marks, readUnits } from '../bundle/manifest.ts'

// More would not help anybody to understand the change.
const changedFieldsMax = 20

/**
 * Names the changed fields of a file.
 * @param marks of the file when it was signed, from a trusted manifest
 */
export async function findChangedFields(
  source: BundleSource,
  file: MarkedFile,
  marks: Marks,
): Promise<readonly EvidenceProblem[]> {
  const were = [...marks.values()]
  const paths = [...marks.keys()]
  const are: string[] = []
  const places = new MarkPlaces()
  for await (const unit of readUnits(file, source.read(file))) are.push(tryComputeMarks(unit, places))
  const start = countCommonStart(are, were)
  const end = countCommonStart(are.slice(start).reverse(), were.slice(start).reverse())
  const [changedUntil, goneUntil] = [are.length - end, were.length - end]
  const problem = (field: string, message: string): EvidenceProblem => ({ file, field, message })
  if (start === are.length && start === were.length) return findRenamedPaths(source, file, paths)
  if (changedUntil === start) {
    const gone = paths.slice(start, goneUntil)
    const cut = goneUntil === were.length && end === 0 ? ' The file is cut off before it.' : ''
    return shortenProblems(
      file,
      gone.slice(0, changedFieldsMax + 1).map((path) => problem(path, `was removed.${cut}`)),
    )
  }
  const problems: EvidenceProblem[] = []
  let index = 0
  for await (const unit of readUnits(file, source.read(file))) {
    const at = index++
    if (at < start || at >= changedUntil || are[at] === were[at]) continue
    if (problems.length > changedFieldsMax) break
    // Without a changed number, each has the place of its predecessor. Otherwise it is unknown which is which.
    const isInPlace = changedUntil === goneUntil
    const found = isInPlace
      ? describeChangesInPlace(unit, paths[at] ?? unit.path, were[at] ?? '')
      : [problem(unit.path, describeAddition(goneUntil > start))]
    problems.push(...found.map(({ field, message }) => problem(field ?? '', message)))
  }
  return shortenProblems(file, problems)
}

/** For a file with unchanged values. */
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
    if (path !== was) renamed.push({ file, field: was, message: `was renamed to "${path}".` })
  }
  if (renamed.length > 0) return shortenProblems(file, renamed)
  return [{ file, message: 'was changed between its fields: white space or punctuation.' }]
}

/** The same for a text in memory with a known correct form. */
export function compareText(file: string, path: string, text: string, expected: string): readonly EvidenceProblem[] {
  const changes = listChanges({ path, text }, computeMarks(expected))
  return shortenProblems(
    file,
    changes.map((change) => ({ file, field: change.path, message: describeChange(change) })),
  )
}

/**
 * The first of them. The end of the list shows that there are more, because a field that is not listed would look
 * unchanged.
 */
function shortenProblems(file: string, problems: readonly EvidenceProblem[]): readonly EvidenceProblem[] {
  if (problems.length <= changedFieldsMax) return problems
  return [...problems.slice(0, changedFieldsMax), { file, message: 'has more changes, which are not listed.' }]
}

function describeChangesInPlace(
  unit: Unit,
  path: string,
  marks: string,
): readonly { readonly field: string; readonly message: string }[] {
  if (unit.path !== path) return [{ field: path, message: `was renamed to "${unit.path}".` }]
  return listChanges({ path, text: unit.text }, marks).map((change) => ({
    field: change.path,
    message: describeChange(change),
  }))
}

function describeAddition(insteadOfOthers: boolean): string {
  return insteadOfOthers ? 'replaces what was there.' : 'was added.'
}

function describeChange({ how, value }: FieldChange): string {
  switch (how) {
    case 'changed':
      return `was changed to ${formatFoundValue(value)}.`
    case 'added':
      return `was added, with the value ${formatFoundValue(value)}.`
    case 'removed':
      return 'lost a part.'
    case 'respelled':
      return 'has another spelling with the same meaning.'
    case 'broken':
      return 'was changed, and is no longer JSON.'
  }
}

function formatFoundValue(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}

function tryComputeMarks({ path, text }: Unit, places: MarkPlaces): string {
  try {
    return computeMarks(text, places)
  } catch {
    // No unit ever had this name.
    return path
  }
}
