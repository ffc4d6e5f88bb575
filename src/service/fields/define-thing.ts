import type { Problem } from '../../errors/index.ts'
import type { Language } from '../records/appearances.ts'
import { permissions } from '../rights/permissions.ts'
import type { Scope } from '../rights/scopes.ts'
import type { DeclaredAction } from './declared-action.ts'
import type { ThingFields } from './field.ts'
import { fieldKinds } from './field-kinds.ts'
import type { ShownName, ValuesOf } from './field-types.ts'
import { demandReachable, type StateConditions } from './states.ts'

/** What an action is told. */
export interface ActionContext {
  readonly nowMs: number
  /** The person, if known. */
  readonly userId: string | null
}

/** What may happen to a record, beside that it is made, changed and deleted. */
export interface ThingAction<Values, State extends string> {
  /** What it does, for the API document and the help: "End the period today". */
  readonly summary: string
  /** In which states it is possible. @default all */
  readonly from?: readonly State[]
  /** Whose right it is. @default `scopes.write` of the thing */
  readonly scope?: Scope
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
  /** Where its page is: among the settings, or in the menu. @default 'menu' */
  readonly place?: 'settings' | 'menu'
  /** What people and programs give. */
  readonly fields: Of
  /** What only actions set; null at first. @default none */
  readonly kept?: Settled
  /** In order: a record has the first state that holds. @default none */
  readonly states?: Readonly<Record<State, StateConditions<NoInfer<keyof (Of & Settled) & string>>>>
  /** What no single field can say. @default none */
  rules?(values: NoInfer<ValuesOf<Of>>): readonly Problem[]
  /** @default none */
  readonly actions?: Readonly<Record<Action, ThingAction<NoInfer<ValuesOf<Of & Settled>>, NoInfer<State>>>>
  readonly list: {
    /** Columns of the list. The first one names a record. */
    readonly columns: NoInfer<readonly [ShownName<Of>, ...ShownName<Of & Settled>[]]>
    /** Records of an organization. @default 10000 */
    readonly max?: number
  }
  readonly messages: {
    readonly en: NoInfer<ThingMessages<ShownName<Of & Settled>, State, Action>>
    readonly de: NoInfer<ThingMessages<ShownName<Of & Settled>, State, Action> & FieldHints<ShownName<Of>>>
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
  readonly place: 'settings' | 'menu'
  readonly scopes: { readonly read: Scope; readonly write: Scope }
  readonly fields: Of
  readonly kept: Settled
  /** Both, which are the columns of its table. */
  readonly all: Of & Settled
  readonly states: Readonly<Record<State, StateConditions>>
  readonly stateNames: readonly State[]
  rules(values: ValuesOf<Of>): readonly Problem[]
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
  const settled = declaration.kept ?? ({} as Settled)
  const all = { ...fields, ...settled }
  const states = declaration.states ?? ({} as Readonly<Record<State, StateConditions>>)
  const actions = declaration.actions ?? ({} as Thing<Of, Settled, State, Action>['actions'])
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(id)) throw new TypeError(`defineThing: "${id}" must be kebab-case`)
  for (const [name, field] of Object.entries({ ...all })) demandField(`${id}.${name}`, name, field)
  for (const [name, { isNullable }] of Object.entries(settled))
    if (!isNullable) throw new TypeError(`defineThing: ${id}.kept.${name} must be nullable: a new record has no value`)
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
    scopes,
    fields,
    kept: settled,
    all,
    states,
    stateNames: Object.keys(states) as State[],
    rules: (values) => declaration.rules?.(values) ?? [],
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
