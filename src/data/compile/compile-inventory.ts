import {
  buildInventory,
  type FactReader,
  firstFailuresMax,
  type Inventory,
  type InventoryContext,
  type InventoryKind,
  listMemberForms,
  listMemberWords,
  type ReadingContext,
} from '../../define/index.ts'
import { isOfOneAnswer } from '../../errors/index.ts'
import { pickValues, Unknown, type Value } from '../expressions/value.ts'
import type { FactEntry, InventoryEntry } from '../format/inventories.ts'
import { compileAt } from './compile-at.ts'
import { type CompiledMember, compileMember, type MemberAnswer } from './compile-member.ts'
import { compileGet } from './compile-request.ts'
import { compileWalk, describeUnknown } from './compile-walk.ts'
import { addAnswer, type Bindings, bindContext, createNames, createScope } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** Members that every record has, whatever it is a record of. */
export const headMembers = ['id', 'name', 'url']

/**
 * Makes an inventory of a mapping.
 * @throws DefinitionError for its data
 */
export function compileInventory(entry: InventoryEntry, place: DocumentPath, rules: RequestRules): Inventory {
  const { for: _for, let: _let, list: _list, where, detail: _detail, record, facts = {}, ...data } = entry
  const { definition, report } = rules
  const walk = compileWalk(entry, place, createNames(definition, definition.variables ?? []), rules)
  const words = Object.keys(listMemberWords(entry.of))
  for (const member of ['id', ...words])
    if (!Object.hasOwn(record, member))
      report.add([...place, 'record'], `has no "${member}", which every record of kind "${entry.of}" has`)
  const members = Object.entries(record).map(([name, member]) =>
    compileMember(name, member, { of: entry.of, place: [...place, 'record', name], names: walk.names, report }),
  )
  const memberNames = Object.keys(record).filter((name) => Object.hasOwn(listMemberForms(entry.of), name))
  for (const name of Object.keys(record))
    if (!memberNames.includes(name) && !words.includes(name) && !headMembers.includes(name))
      report.add(
        [...place, 'record', name],
        `is not a member of kind "${entry.of}"; choose from ${[...headMembers, ...words, ...Object.keys(listMemberForms(entry.of))].join(', ')}`,
      )
  const isListed =
    where === undefined
      ? undefined
      : compileAt(where, [...place, 'where'], walk.names, { gives: ['boolean'], has: true }, report)

  async function* list(ctx: InventoryContext) {
    let failure: { readonly thrown: unknown } | undefined
    let failures = 0
    let records = 0
    for await (const visit of walk.visit(ctx)) {
      try {
        const bindings = await walk.readDetail(ctx, visit)
        if (isListed && !readWhere(ctx, isListed.evaluate(createScope(ctx, bindings)), definition.name)) continue
        records++
        yield readRecord(ctx, members, bindings, definition.name)
      } catch (thrown) {
        failures++
        // So many that fail before any is read are no exception.
        if (!isOfOneAnswer(thrown) || (records === 0 && failures === firstFailuresMax)) throw thrown
        failure ??= { thrown }
      }
    }
    if (failure) throw failure.thrown
  }
  const compiledFacts = Object.entries(facts).map(([name, fact]) => [
    name,
    compileFact(name, fact, entry.of, [...place, 'facts', name], rules),
  ])
  const inventory = buildInventory(definition, {
    ...data,
    tells: memberNames,
    list,
    facts: compiledFacts.length > 0 ? Object.fromEntries(compiledFacts) : undefined,
  })
  if (members.some(({ name, isConstant }) => name === 'roles' && isConstant)) rules.constantRoles.add(inventory)
  return inventory
}

/** A member of one record, asked for by its members: `/users/{record.id}/factors`. */
function compileFact(
  name: string,
  { scopes, value, ...get }: FactEntry,
  of: InventoryKind,
  place: DocumentPath,
  rules: RequestRules,
): { readonly scopes?: readonly string[] | undefined; readonly read: FactReader } {
  const { definition, report } = rules
  const names = addAnswer(createNames(definition, definition.variables ?? []), 'record')
  const { run: request, shape } = compileGet(get, place, names, rules)
  const member = compileMember(name, value, {
    of,
    place: [...place, 'value'],
    names: addAnswer(names, 'body', shape),
    report,
  })
  return {
    scopes,
    read: async (ctx, record) => {
      const bindings = { ...bindContext(ctx, names), record: pickValues(record) }
      const body = await request(ctx, createScope(ctx, bindings))
      const answer = member.read(createScope(ctx, { ...bindings, body }))
      return answer instanceof Unknown ? undefined : answer
    },
  }
}

/** Whether an item belongs to the list. An item that cannot be told makes the list incomplete. */
function readWhere(ctx: ReadingContext, answer: Value | Unknown, vendor: string): boolean {
  if (answer instanceof Unknown) ctx.cannotTell({ kind: 'incomplete_data', message: describeUnknown(vendor, answer) })
  return answer === true
}

function readRecord(
  ctx: ReadingContext,
  members: readonly CompiledMember[],
  bindings: Bindings,
  vendor: string,
): object {
  const scope = createScope(ctx, bindings)
  const record: Record<string, unknown> = {}
  const unknown: Record<string, string> = {}
  for (const { name, read } of members) {
    const answer: MemberAnswer = read(scope)
    if (!(answer instanceof Unknown)) record[name] = answer
    else {
      record[name] = undefined
      // A member that is absent everywhere is a mistake in the mapping, which a reason would hide.
      if (answer.code !== 'missing' && answer.code !== 'null') unknown[name] = describeUnknown(vendor, answer)
    }
  }
  return Object.keys(unknown).length > 0 ? { ...record, unknown } : record
}
