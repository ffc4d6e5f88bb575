import { compileConnector, findCheckEntry } from '../../../data/build-connector.ts'
import { type CheckEntry, isQuestion, type QuestionEntry } from '../../../data/format/checks.ts'
import type { ConnectorFile } from '../../../data/format/connector-file.ts'
import type { InventoryEntry } from '../../../data/format/inventories.ts'
import { type AnyConnector, type Check, toInventoryId } from '../../../define/index.ts'
import { isObject } from '../../../text/is-object.ts'
import { applyEdit, type Edit, formatEditPath } from './edit.ts'
import { listInventoryEdits } from './inventory-edits.ts'
import type { Mutant, MutatedCheck } from './mutant.ts'
import { listRuleEdits } from './rule-edits.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Every deliberate mistake in a check of a file. A question has its own tests: only what it is asked about is changed. */
export function listDataMutants(
  connector: AnyConnector,
  check: Check,
  file: ConnectorFile,
  vocabulary: Vocabulary,
): readonly Mutant[] {
  const entry = findCheckEntry(connector, check)
  if (!entry) return []
  if (!isQuestion(entry))
    return listRuleEdits(entry, vocabulary).map((edit) =>
      toMutant(check, edit, formatEditPath(edit.path), () => build(file, applyEdit(entry, edit))),
    )
  const inventory = findInventory(entry, file)
  if (!inventory) return []
  const used = new Set(['kind', 'status', ...(check.reads ?? []).flatMap(({ members = [] }) => members)])
  return listInventoryEdits(inventory, used, vocabulary).map((edit) => {
    const at = `${toInventoryId(inventory).replace(':', ' ')} ${formatEditPath(edit.path)}`
    return toMutant(check, edit, at, () => build({ ...file, inventories: [applyEdit(inventory, edit)] }, entry))
  })
}

/** The texts of a check and of the inventory that it asks, whose words a vocabulary learns. */
export function listOwnTexts(connector: AnyConnector, check: Check, file: ConnectorFile): readonly string[] {
  const entry = findCheckEntry(connector, check)
  return listTextsBelow([entry, entry && isQuestion(entry) ? findInventory(entry, file) : undefined])
}

function listTextsBelow(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listTextsBelow)
  return isObject(value) ? Object.values(value).flatMap(listTextsBelow) : []
}

function findInventory({ of, part }: QuestionEntry, { inventories = [] }: ConnectorFile): InventoryEntry | undefined {
  return inventories.find((each) => each.of === of && each.part === part)
}

function toMutant({ id }: Check, { kind, from, to }: Edit, at: string, build: Mutant['build']): Mutant {
  return { check: id, kind, at, from, to, build }
}

/** The connector with this check alone, and with the inventory that it asks. */
function build(file: ConnectorFile, entry: CheckEntry): MutatedCheck | undefined {
  const asked = isQuestion(entry) ? findInventory(entry, file) : undefined
  const inventories = asked && [asked]
  const text = JSON.stringify([entry, inventories])
  // A file may not allow a POST that nothing sends.
  const posts = file.posts?.filter((path) => text.includes(JSON.stringify(path)))
  const { connector } = compileConnector({ ...file, inventories, posts, checks: [entry] })
  const check = connector?.checks[0]
  return check && { connector, check }
}
