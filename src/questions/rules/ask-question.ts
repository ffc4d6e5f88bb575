import {
  type BaseContext,
  type Check,
  type CheckData,
  defineQuestion,
  findUnknownOptions,
  type Inventory,
  type InventoryKind,
  isInventory,
  type StatementBinding,
  type StatementValue,
  type Variable,
} from '../../define/index.ts'
import { DefinitionError, type Problem } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type {
  Asked,
  CommonOptions,
  QuestionData,
  QuestionRecord,
  QuestionVariable,
  Text,
  VariableChange,
} from './question.ts'

/** Options as they come from code that no compiler has seen, or from a file. */
export type AnyOptions = Omit<CommonOptions<never, string>, 'variables' | 'resourceId'> & {
  readonly variables?: Readonly<Record<string, string | VariableChange | undefined>> | undefined
}

const optionNames = [
  ...['id', 'title', 'description', 'severity', 'controls', 'states', 'scopes', 'tags', 'resourceType', 'resourceId'],
  ...['variables', 'volatile', 'onEmpty', 'fix'],
]

/**
 * Makes a check of a question and an inventory.
 * @param answer reads the records and reports
 * @throws DefinitionError that lists every mistake
 */
export function askQuestion<Of extends InventoryKind, Id extends string>(
  question: QuestionData,
  inventory: Inventory<Of, never, Id>,
  options: AnyOptions,
  answer: (asked: Asked<Of>) => Promise<void>,
): Check<Id> {
  const problems = [
    ...findInventoryMismatch(question, inventory),
    ...findQuestionOptionProblems(question, inventory, options),
  ]
  if (problems.length > 0)
    throw new DefinitionError(`Question ${question.name}${quoteConnectorId(inventory)}`, problems)
  const tells = listKnown(inventory)
  const changes = options.variables ?? {}
  const variables = listVariables(question, tells)
    .filter(({ variable, isOptional }) => !isOptional || changes[variable.id] !== undefined)
    .map((each) => changeVariable(each, changes))
  const members = [...question.reads, ...(question.readsWhereKnown ?? []).filter((member) => tells.has(member))]
  return defineQuestion(inventory as Inventory<InventoryKind, never, Id>, {
    ...toCheckData(question, inventory, options, variables, members),
    members,
    run: (ctx) =>
      answer({
        ctx,
        // The members that the inventory does not tell are not there, which is what the type says of every member.
        records: ctx.inventory(inventory) as Asked<Of>['records'],
        context: {
          variables: readVariables(ctx, variables),
          now: ctx.now,
          vendor: inventory.connector.name,
          tells,
        },
      }),
  })
}

/** What a check says for people about one record, or the question's own words. */
export function writeText<Subject>(
  text: Text<Subject> | undefined,
  subject: Subject,
  ctx: BaseContext,
  otherwise: string,
): string {
  return typeof text === 'function' ? text(subject, ctx) : (text ?? otherwise)
}

/** Members that an inventory tells, facts included. */
function listKnown({ tells, facts }: Pick<Inventory, 'tells' | 'facts'>): ReadonlySet<string> {
  return new Set([...tells, ...Object.keys(facts ?? {})])
}

interface ChangedVariable {
  /** The question's own id. */
  readonly asked: string
  readonly variable: Variable
  readonly bound: QuestionVariable['bound']
}

function listVariables({ variables }: QuestionData, tells: ReadonlySet<string>): readonly QuestionVariable[] {
  return variables.filter(({ needs }) => needs === undefined || tells.has(needs))
}

function changeVariable(
  { variable, bound }: QuestionVariable,
  changes: NonNullable<AnyOptions['variables']>,
): ChangedVariable {
  const change = Object.hasOwn(changes, variable.id) ? changes[variable.id] : undefined
  const options = typeof change === 'string' ? { id: change } : (change ?? {})
  return { asked: variable.id, variable: { ...variable, ...omitUndefined(options) } as Variable, bound }
}

function readVariables(
  { variables }: BaseContext,
  changed: readonly ChangedVariable[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(changed.map(({ asked, variable }) => [asked, variables[variable.id]]))
}

function toCheckData(
  question: QuestionData,
  inventory: Pick<Inventory, 'part' | 'scopes' | 'facts'>,
  options: AnyOptions,
  changed: readonly ChangedVariable[],
  members: readonly string[],
): CheckData {
  const { id, title, description, severity, tags, volatile, fix } = { ...question, ...omitUndefined(options) }
  const ofPart = inventory.part === undefined ? undefined : question.onEmptyPart
  const onEmpty = options.onEmpty ?? ofPart ?? question.onEmpty
  const requires = Object.fromEntries(
    changed.flatMap(({ variable, bound }) => (bound === undefined ? [] : [[variable.id, bound]])),
  )
  const isBounded = Object.keys(requires).length > 0
  const factScopes = members.flatMap((member) => inventory.facts?.[member]?.scopes ?? [])
  const scopes = options.scopes ?? [...new Set([...(inventory.scopes ?? []), ...factScopes])]
  return {
    id,
    title,
    description,
    severity,
    tags,
    volatile,
    fix,
    onEmpty: onEmpty !== undefined && onEmpty !== 'error' ? onEmpty : undefined,
    scopes: scopes.length > 0 ? scopes : undefined,
    controls: (options.controls ?? question.controls).map((control) =>
      typeof control === 'string' && isBounded ? { id: control, requires } : control,
    ),
    states: options.states ?? question.states.map((binding) => renameVariables(binding, changed)),
    variables: changed.map(({ variable }) => variable),
  }
}

/** With the ids that the check gives to the question's variables. */
function renameVariables(binding: StatementBinding, changed: readonly ChangedVariable[]): StatementBinding {
  if (typeof binding === 'string') return binding
  const rename = (value: StatementValue) => changed.find(({ asked }) => asked === value)?.variable.id
  return Object.fromEntries(
    Object.entries(binding).map(([statement, values]) => [
      statement,
      Object.fromEntries(
        Object.entries(values).flatMap(([parameter, value]) => {
          // An optional variable that the check does not have leaves the parameter unbound.
          const bound = typeof value === 'number' ? value : rename(value)
          return bound === undefined ? [] : [[parameter, bound]]
        }),
      ),
    ]),
  )
}

function findInventoryMismatch<Of extends InventoryKind>(
  { of, reads }: QuestionData,
  inventory: Inventory<Of, never>,
): Problem[] {
  if (!isInventory(inventory) || inventory.of !== of) {
    const found = isInventory(inventory) ? `not "${inventory.of}"` : 'as connector.inventory(…) gives it'
    return [{ path: 'inventory', message: `must be an inventory of kind "${of}", ${found}` }]
  }
  const tells = listKnown(inventory)
  return reads
    .filter((member) => !tells.has(member))
    .map((member) => ({ path: 'inventory', message: `does not tell "${member}", which this question reads` }))
}

function findQuestionOptionProblems(question: QuestionData, inventory: unknown, options: AnyOptions): Problem[] {
  const known = isInventory(inventory) ? listVariables(question, listKnown(inventory)) : question.variables
  // A question that people answer has nothing to mend.
  const text = question.remediation === undefined ? 'instructions' : 'remediation'
  const changes = options.variables ?? {}
  return [
    ...findUnknownOptions(options, [...optionNames, text]),
    ...findUnknownOptions(
      changes,
      known.map(({ variable }) => variable.id),
      ['variables'],
    ),
    ...Object.entries(changes).flatMap(([id, change]) =>
      typeof change === 'object'
        ? findUnknownOptions(change, ['id', 'label', 'helpText', 'default', 'renamed'], ['variables', id])
        : [],
    ),
  ]
}

function quoteConnectorId(inventory: unknown): string {
  return isInventory(inventory) ? ` of connector "${inventory.connector.id}"` : ''
}

/** What a record is to a check that reports it. */
export function toResource<Of extends InventoryKind>(
  question: QuestionData,
  options: Pick<CommonOptions<QuestionRecord<Of>, never>, 'resourceType' | 'resourceId'>,
  record: QuestionRecord<Of>,
  ctx: BaseContext,
) {
  const { id, name } = record
  return {
    type: options.resourceType ?? question.resourceType,
    id: options.resourceId?.(record, ctx) ?? id,
    name,
  }
}
