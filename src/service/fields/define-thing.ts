import type { Problem } from '../../errors/index.ts'
import type { Language } from '../records/appearances.ts'
import type { EntityType } from '../records/directory.ts'
import { permissions } from '../rights/permissions.ts'
import type { Scope } from '../rights/scopes.ts'
import type { DeclaredAction } from './declared-action.ts'
import type { ThingFields } from './field.ts'
import { fieldKinds } from './field-kinds.ts'
import type { SecretName, ShownName, ValuesOf } from './field-types.ts'
import { demandReachable, type StateConditions } from './states.ts'

/** What an action is told. */
export interface ActionContext {
  readonly nowMs: number
  /** The person, if known. */
  readonly userId: string | null
  /** The records that it names, by the field. */
  readonly named: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Whether nobody else of the organization may do it. */
  readonly isAlone: boolean
}

/** What a rule knows beside the values. */
export interface RuleContext<Values> {
  /** In UTC. */
  readonly today: string
  /** What the record had before; undefined: it is new. What stays as it was is no mistake, even if its day has passed since. */
  readonly before: Values | undefined
  /** The records that it names, by the field. */
  readonly named: ActionContext['named']
}

/** A control that a record names, as `soc2:CC6.1`, and where. */
export interface NamedControl {
  readonly path: string
  readonly control: string
}

/** A member of a record that follows from the records that name it, written whenever one of them changes. */
export interface Rollup {
  /** Id of the thing whose records name it. */
  readonly of: string
  /** Their field that names it. */
  readonly by: string
  readonly take: 'max' | 'min' | 'count'
  /** The field that is taken. `count` has none. */
  readonly field?: string
  /** Which of them count: words, flags, what is there or not. @default all */
  readonly where?: StateConditions
}

/** What somebody has to do again and again for a record. */
export interface OwedWork {
  /** "Review of Acme Cloud" */
  readonly title: string
  /** Days after which it has to be done again. */
  readonly everyDays: number
  /** Day on which it was last done. null: never. */
  readonly doneDay: string | null
  /** Last day for the first time. @default 90 days after the record was made, or one cadence if that is less */
  readonly firstDueDay?: string | undefined
  readonly ownerId: string | null
}

/** What happens to a record by its own routes and forms, beside its actions. */
export type ThingVerb = 'create' | 'change' | 'delete'

/** What may happen to a record, beside that it is made, changed and deleted. */
export interface ThingAction<Values, State extends string> {
  /** What it does, for the API document and the help: "End the period today". */
  readonly summary: string
  /** In which states it is possible. @default all */
  readonly from?: readonly State[]
  /** Whose right it is. @default `scopes.write` of the thing */
  readonly scope?: Scope
  /**
   * Whether somebody else than who made the record has to do it. Where nobody else may, they do it themselves, and `isAlone` says so.
   * @default false
   */
  readonly byAnother?: boolean
  /** A field of it: the record that it names must be as it was seen until this is done, so that two do not do it at once. */
  readonly holds?: string
  /** Why it is not possible, a sentence. @default it is */
  refuse?(values: Values, context: ActionContext): string | undefined
  /** The members that it changes. It decides by what it is given alone. */
  run(values: Values, context: ActionContext): Partial<Values>
}

/** What pages say, in one language. */
export interface ThingMessages<Name extends string, State extends string, Action extends string> {
  readonly title: string
  readonly lead: string
  readonly empty: string
  /** Heading of the form and its button: "Add an audit period". */
  readonly add: string
  readonly fields: Readonly<Record<Name, string>>
  readonly states: Readonly<Record<State, string>>
  /** Buttons. */
  readonly actions: Readonly<Record<Action, string>>
  /** Words for values of choices. @default the values themselves */
  readonly choices?: Readonly<Record<string, string>>
}

/** In another language than English, which has them from the fields. */
export interface FieldHints<Name extends string> {
  readonly hints: Readonly<Record<Name, string>>
}

/** What a thing is declared by. */
export interface ThingDeclaration<
  Of extends ThingFields,
  Settled extends ThingFields,
  State extends string,
  Action extends string,
> {
  /** Kebab-case, one of them: `audit-period`. */
  readonly id: string
  /** Several of them: the last part of paths, the command and the table. @default the id with an s */
  readonly plural?: string
  /** What they are, a sentence for the API document. */
  readonly about: string
  /** Version of the tables that has it first. Later fields need a migration of their own. */
  readonly since: number
  readonly scopes: { readonly read: Scope; readonly write: Scope }
  /** Where its page is: among the settings, in the menu, or on the page of what it names. @default 'menu' */
  readonly place?: 'settings' | 'menu' | 'part'
  /** What its routes and forms do. @default all */
  readonly verbs?: readonly ThingVerb[]
  /** In which states it may be deleted. @default all */
  readonly deleteFrom?: readonly NoInfer<State>[]
  /** What comments call it. @default nobody comments on it */
  readonly commentedAs?: EntityType
  /** States that need somebody: a notice tells each record that comes into one. @default none */
  readonly needy?: readonly NoInfer<State>[]
  /** What people and programs give. */
  readonly fields: Of
  /** What only actions set; null at first. @default none */
  readonly systemFields?: Settled
  /** In order: a record has the first state that holds. @default none */
  readonly states?: Readonly<Record<State, StateConditions<NoInfer<keyof (Of & Settled) & string>>>>
  /** Members of `systemFields` that follow from other records. */
  readonly rollups?: Readonly<Partial<Record<NoInfer<keyof Settled & string>, Rollup>>>
  /** Members of `systemFields` that follow from all others. They are written with each change. @default none */
  derive?(values: NoInfer<ValuesOf<Of & Settled>>): Partial<NoInfer<ValuesOf<Settled>>>
  /** What its records make an obligation of. undefined: of this one, nothing. @default nothing */
  owes?(values: NoInfer<ValuesOf<Of & Settled>>): OwedWork | undefined
  /** Members of `systemFields` that a new record has. @default all are null */
  begin?(values: NoInfer<ValuesOf<Of>>, context: ActionContext): Partial<NoInfer<ValuesOf<Settled>>>
  /** What no single field can say. @default none */
  rules?(values: NoInfer<ValuesOf<Of>>, context: RuleContext<NoInfer<ValuesOf<Of>>>): readonly Problem[]
  /** The controls that a record names. One that its framework does not have is refused. @default none */
  controlsOf?(values: NoInfer<ValuesOf<Of>>): readonly NamedControl[]
  /** @default none */
  readonly actions?: Readonly<Record<Action, ThingAction<NoInfer<ValuesOf<Of & Settled>>, NoInfer<State>>>>
  readonly list: {
    /** Columns of the list. The first one names a record. */
    readonly columns: NoInfer<readonly [ShownName<Of>, ...ShownName<Of & Settled>[]]>
    /** Records of an organization. @default 10000 */
    readonly max?: number
  }
  readonly messages: {
    readonly en: NoInfer<ThingMessages<ShownName<Of & Settled> | SecretName<Of>, State, Action>>
    readonly de: NoInfer<
      ThingMessages<ShownName<Of & Settled> | SecretName<Of>, State, Action> &
        FieldHints<ShownName<Of> | SecretName<Of>>
    >
  }
}

/** A declared thing: facts, from which its store, service, routes, pages and command are made. */
export interface Thing<
  Of extends ThingFields = ThingFields,
  Settled extends ThingFields = ThingFields,
  State extends string = string,
  Action extends string = string,
> {
  readonly id: string
  readonly plural: string
  /** As sentences have it: "audit period". */
  readonly noun: string
  readonly nouns: string
  /** As types of the API have it: `AuditPeriod`. */
  readonly name: string
  /** The parameter of paths: `auditPeriodId`. */
  readonly idName: string
  /** As the API document has it: `Audit periods`. */
  readonly tag: string
  readonly table: string
  readonly about: string
  readonly since: number
  /** Of the API: `/v1/audit-periods`. */
  readonly path: string
  /** Of its pages: `/settings/audit-periods`. */
  readonly page: string
  readonly place: 'settings' | 'menu' | 'part'
  readonly verbs: readonly ThingVerb[]
  readonly deleteFrom: readonly string[] | undefined
  readonly commentedAs: EntityType | undefined
  readonly needy: readonly string[]
  readonly rollups: Readonly<Record<string, Rollup>>
  readonly scopes: { readonly read: Scope; readonly write: Scope }
  readonly fields: Of
  readonly systemFields: Settled
  /** Both, which are the columns of its table. */
  readonly all: Of & Settled
  readonly states: Readonly<Record<State, StateConditions>>
  readonly stateNames: readonly State[]
  derive(values: ValuesOf<Of & Settled>): Partial<ValuesOf<Settled>>
  /** Whether its records make obligations. */
  readonly mayOwe: boolean
  owes(values: ValuesOf<Of & Settled>): OwedWork | undefined
  begin(values: ValuesOf<Of>, context: ActionContext): Partial<ValuesOf<Settled>>
  rules(values: ValuesOf<Of>, context: RuleContext<ValuesOf<Of>>): readonly Problem[]
  controlsOf(values: ValuesOf<Of>): readonly NamedControl[]
  readonly actions: Readonly<Record<Action, ThingAction<ValuesOf<Of & Settled>, State>>>
  readonly columns: readonly string[]
  readonly max: number
  readonly messages: Readonly<Record<Language, ThingMessages<string, State, Action> & Partial<FieldHints<string>>>>
  /** The name of an action in the audit log. */
  audit(action: Action | 'create' | 'change' | 'delete'): DeclaredAction
}

const reserved = ['id', 'organizationId', 'createdAtMs', 'createdBy', 'changedAtMs', 'state']

/**
 * Declares a thing that the service stores.
 * @throws TypeError that names the thing and the field, state or action that is wrong
 */
export function defineThing<
  const Of extends ThingFields,
  const State extends string = never,
  const Action extends string = never,
  const Settled extends ThingFields = Record<never, never>,
>(declaration: ThingDeclaration<Of, Settled, State, Action>): Thing<Of, Settled, State, Action> {
  const { id, plural = `${id}s`, since, about, scopes, fields, place = 'menu', list, messages } = declaration
  const settled = declaration.systemFields ?? ({} as Settled)
  const all = { ...fields, ...settled }
  const states = declaration.states ?? ({} as Readonly<Record<State, StateConditions>>)
  const actions = declaration.actions ?? ({} as Thing<Of, Settled, State, Action>['actions'])
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(id)) throw new TypeError(`defineThing: "${id}" must be kebab-case`)
  for (const [name, field] of Object.entries({ ...all })) demandField(`${id}.${name}`, name, field)
  for (const [name, { isNullable }] of Object.entries(settled))
    if (!isNullable)
      throw new TypeError(`defineThing: ${id}.systemFields.${name} must be nullable: a new record has no value`)
  for (const name of list.columns)
    if (all[name]?.isHidden !== false)
      throw new TypeError(`defineThing: ${id}.list shows ${name}, which is ${all[name] ? 'hidden' : 'no field'}`)
  for (const [name, scope] of [...Object.entries(scopes), ...listActionScopes(actions)])
    if (scope === undefined || !Object.hasOwn(permissions, scope))
      throw new TypeError(`defineThing: ${id}.${name} has no permission: there is no scope "${scope}"`)
  if (scopes.read === undefined || scopes.write === undefined)
    throw new TypeError(`defineThing: ${id}.scopes must have read and write`)
  for (const name of [...Object.keys(states), ...Object.keys(actions)])
    if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) throw new TypeError(`defineThing: ${id}.${name} must be kebab-case`)
  for (const name of ['create', 'change', 'delete'])
    if (Object.hasOwn(actions, name)) throw new TypeError(`defineThing: ${id}.actions.${name} is there already`)
  if (Object.keys(states).length > 0) demandReachable(id, states, all)
  return {
    id,
    plural,
    noun: id.replaceAll('-', ' '),
    nouns: plural.replaceAll('-', ' '),
    name: id.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    idName: `${id.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Id`,
    tag: `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`.replaceAll('-', ' '),
    table: plural.replaceAll('-', '_'),
    about,
    since,
    path: `/v1/${plural}`,
    page: place === 'settings' ? `/settings/${plural}` : `/${plural}`,
    place,
    verbs: declaration.verbs ?? ['create', 'change', 'delete'],
    deleteFrom: declaration.deleteFrom,
    commentedAs: declaration.commentedAs,
    needy: declaration.needy ?? [],
    rollups: (declaration.rollups ?? {}) as Readonly<Record<string, Rollup>>,
    scopes,
    fields,
    systemFields: settled,
    all,
    states,
    stateNames: Object.keys(states) as State[],
    derive: (values) => declaration.derive?.(values) ?? {},
    mayOwe: declaration.owes !== undefined,
    owes: (values) => declaration.owes?.(values),
    begin: (values, context) => declaration.begin?.(values, context) ?? {},
    rules: (values, context) => declaration.rules?.(values, context) ?? [],
    controlsOf: (values) => declaration.controlsOf?.(values) ?? [],
    actions,
    columns: list.columns,
    max: list.max ?? 10_000,
    messages,
    audit: (action) => `${id}.${action}` as DeclaredAction,
  }
}

function demandField(at: string, name: string, field: ThingFields[string]): void {
  if (!Object.hasOwn(fieldKinds, field.kind))
    throw new TypeError(`defineThing: ${at} has the kind "${field.kind}", which is unknown`)
  if (reserved.includes(name) || !/^[a-z][A-Za-z0-9]*$/.test(name))
    throw new TypeError(`defineThing: ${at} cannot be the name of a field`)
  if (field.kind === 'time' && !name.endsWith('Ms')) throw new TypeError(`defineThing: ${at} must end with Ms`)
  if (field.kind === 'choice' && field.choices.length === 0) throw new TypeError(`defineThing: ${at} has no choices`)
  if (field.description === '') throw new TypeError(`defineThing: ${at} has no description`)
}

function listActionScopes(actions: Readonly<Record<string, { readonly scope?: Scope }>>): [string, Scope][] {
  return Object.entries(actions).flatMap(([name, { scope }]) => (scope ? [[`actions.${name}`, scope]] : []))
}
